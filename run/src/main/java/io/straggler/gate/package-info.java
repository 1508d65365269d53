/** Conditions under which a build shall fail, judged by intervals and not by single figures. May use comparisons. */
package io.straggler.gate;
