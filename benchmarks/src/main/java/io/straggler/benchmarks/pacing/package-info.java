/** Benchmarks of an iteration's cost, of the truth of its times, and of pings against plain loops, beside JLBH. */
package io.straggler.benchmarks.pacing;
