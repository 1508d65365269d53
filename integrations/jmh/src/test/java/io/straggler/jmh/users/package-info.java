/** Benchmarks as users of JMH write them: nothing in them knows of Straggler. */
package io.straggler.jmh.users;
