/** What an iteration costs, how true its times are, and how close those of pings come to plain loops, beside JLBH. */
package io.straggler.benchmarks.pacing;
