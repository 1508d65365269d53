package io.straggler.agent.inside;

import io.straggler.sampler.served.LateIteration;
import io.straggler.sampler.served.ServedThread;

/**
 * A call that was late, or of which a stack was taken to compare with.
 *
 * @param method its number
 * @param thread that made it
 * @param iteration when, and what the sampler knows of it
 */
record LateCall(int method, ServedThread thread, LateIteration iteration) {}
