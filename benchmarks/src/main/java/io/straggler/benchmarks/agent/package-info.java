/** What the agent costs the programs that it is in. */
package io.straggler.benchmarks.agent;
