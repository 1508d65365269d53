package io.straggler.model;

import java.util.List;

/**
 * A stack that was taken of one thread at one instant.
 *
 * @param timeNs when, on the {@link NanoClock} of the measured process
 * @param osThreadId of which thread
 * @param running whether the thread was on a core or runnable, as opposed to blocked
 * @param frames root first, leaf last; never empty
 */
public record StackSample(long timeNs, long osThreadId, boolean running, List<StackFrame> frames) {
    public StackSample {
        frames = List.copyOf(frames);
    }
}
