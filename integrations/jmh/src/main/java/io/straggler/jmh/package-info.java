/** Hosts JMH's benchmarks as they are; may depend on JMH, the harness, and what Straggler shows in process. */
package io.straggler.jmh;
