/** How many outliers have a stack, what sampling does to the latencies, and what records of switches cost. */
package io.straggler.benchmarks.sampling;
