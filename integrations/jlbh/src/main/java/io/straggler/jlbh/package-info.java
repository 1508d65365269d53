/** Hosts JLBH's benchmarks as they are; may depend on JLBH, the harness, and what Straggler shows in process. */
package io.straggler.jlbh;
