/** Conditions under which a build shall fail, judged by intervals and not by single metrics. May use comparisons. */
package io.straggler.gate;
