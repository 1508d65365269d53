/** Random and crafted files for the commands that read files of others. Uses the command line as a program and nothing of its readers. */
package io.straggler.benchmarks.fuzz;
