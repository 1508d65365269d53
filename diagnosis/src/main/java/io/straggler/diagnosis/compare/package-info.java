/** Differences between sets of runs, as values. */
package io.straggler.diagnosis.compare;
