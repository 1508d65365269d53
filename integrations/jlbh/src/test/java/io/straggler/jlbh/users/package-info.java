/** Benchmarks for JLBH as they are found in the wild, good and bad, which know nothing of Straggler. */
package io.straggler.jlbh.users;
