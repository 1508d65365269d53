/** Benchmarks of the agent's cost to the programs that it is in. */
package io.straggler.benchmarks.agent;
