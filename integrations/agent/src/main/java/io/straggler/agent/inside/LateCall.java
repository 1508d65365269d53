package io.straggler.agent.inside;

import io.straggler.sampler.served.AgentThread;
import io.straggler.sampler.served.LateIteration;
import org.jspecify.annotations.Nullable;

/**
 * Late call, or a call whose stack was taken for comparison.
 *
 * @param method its number
 * @param thread that made it
 * @param startNs its start
 * @param endNs its end
 * @param iteration what the sampler knows of it; null if the calls went on on other threads, whose stages say more
 * @param open its stages; null if it was over when its method came back
 * @param trace what was seen of a trace, as {@link Traces#id} takes it; null for nothing
 * @param completedBy the Java thread that completed it, by {@link Thread#getId()}; 0 if it was over when its method came back
 */
record LateCall(
        int method,
        AgentThread thread,
        long startNs,
        long endNs,
        @Nullable LateIteration iteration,
        @Nullable OpenCall open,
        @Nullable Object trace,
        long completedBy) {
    /** One that was over when its method came back. */
    LateCall(int method, AgentThread thread, LateIteration iteration, @Nullable Object trace) {
        this(method, thread, iteration.startNs(), iteration.endNs(), iteration, null, trace, 0);
    }

    /** One that went on after that. */
    LateCall(OpenCall open, AgentThread thread, long endNs, long completedBy) {
        this(open.method(), thread, open.startNs(), endNs, null, open, open.trace(), completedBy);
    }
}
