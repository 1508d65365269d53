/** Benchmarks for other harnesses on the command line: their adapters are found, and JLBH's tables put side by side. */
package io.straggler.cli.hosted;
