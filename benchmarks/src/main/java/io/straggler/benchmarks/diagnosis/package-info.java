/** Blame against exact arithmetic, predictions against runs without the cause. */
package io.straggler.benchmarks.diagnosis;
