package io.straggler.model;

import java.util.List;

/**
 * A stack that was taken of one thread, at one instant; or one that the JVM recorded with an event which blocked the thread, and that
 * stands for all of that event.
 *
 * @param sinceNs when what it shows began: {@code timeNs} for a stack of an instant, earlier for an event's
 * @param timeNs when it was taken, on the {@link NanoClock} of the measured process; for an event, its end
 * @param osThreadId of which thread
 * @param running whether the thread was on a core or runnable, as opposed to blocked
 * @param frames root first, leaf last; never empty
 */
public record StackSample(long sinceNs, long timeNs, long osThreadId, boolean running, List<StackFrame> frames) {
    public StackSample {
        frames = List.copyOf(frames);
    }

    /** A stack of one instant. */
    public StackSample(long timeNs, long osThreadId, boolean running, List<StackFrame> frames) {
        this(timeNs, timeNs, osThreadId, running, frames);
    }

    /** Whether the JVM recorded it with an event. */
    public boolean ofEvent() {
        return sinceNs < timeNs;
    }
}
