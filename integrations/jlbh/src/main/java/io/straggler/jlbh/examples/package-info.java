/** Benchmarks as JLBH's users write them, which know nothing of Straggler; may depend on JLBH only. */
package io.straggler.jlbh.examples;
