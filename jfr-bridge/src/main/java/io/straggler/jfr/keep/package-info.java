/** What of a growing recording is kept: all that has to do with outliers, and nothing else. */
package io.straggler.jfr.keep;
