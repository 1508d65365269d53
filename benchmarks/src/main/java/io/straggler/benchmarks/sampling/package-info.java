/** How many outliers have a stack, and what sampling does to the latencies. */
package io.straggler.benchmarks.sampling;
