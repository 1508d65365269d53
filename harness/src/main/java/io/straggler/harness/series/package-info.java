/** Histograms of durations over time, and the log that holds them. */
package io.straggler.harness.series;
