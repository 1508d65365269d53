/** Hosts JMH's benchmarks as they are, and profiles JMH's own runs of them; may depend on JMH, the harness, and what Straggler shows in process. */
package io.straggler.jmh;
