/** Keeps of a growing recording everything that has to do with outliers, and nothing else. */
package io.straggler.jfr.keep;
