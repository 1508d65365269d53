package io.straggler.agent.inside;

import io.straggler.sampler.served.AgentThread;
import io.straggler.sampler.served.LateIteration;

/**
 * A call that was late, or of which a stack was taken to compare with.
 *
 * @param method its number
 * @param thread that made it
 * @param iteration when, and what the sampler knows of it
 */
record LateCall(int method, AgentThread thread, LateIteration iteration) {}
