/** Differences between sets of runs, as values. */
package io.straggler.compare.result;
