/** Benchmarks for JLBH on the command line: the adapter is found, its results become tables. */
package io.straggler.cli.jlbh;
