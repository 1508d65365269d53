package io.straggler.model;

import java.util.List;

/**
 * A stack that was taken of one thread, at one instant; or one that stands for an interval: the JVM recorded it with an event which
 * blocked the thread, a virtual thread was seen waiting there, or a profiler took it of this thread once in a period.
 *
 * @param origin how it came to be
 * @param sinceNs when what it shows began: {@code timeNs} for a stack of an instant, earlier for an interval's
 * @param timeNs when it was taken, on the {@link NanoClock} of the measured process; for an interval, its end
 * @param osThreadId of which thread
 * @param running whether the thread was on a core or runnable, as opposed to blocked
 * @param frames root first, leaf last; never empty
 */
public record StackSample(
        Origin origin, long sinceNs, long timeNs, long osThreadId, boolean running, List<StackFrame> frames) {
    public StackSample {
        frames = List.copyOf(frames);
    }

    /** How a stack came to be. */
    public enum Origin {
        /** Taken at an instant, on demand. */
        CAPTURE,
        /** Recorded by the JVM with an event. */
        EVENT,
        /** Asked for while a virtual thread waited, which was seen doing so from one instant to another. */
        WAIT,
        /** Taken once in a period, by the JVM or by a profiler: stands for about as much time. */
        PERIOD
    }

    /** A captured stack, or, if it stands for an interval, an event's. */
    public StackSample(long sinceNs, long timeNs, long osThreadId, boolean running, List<StackFrame> frames) {
        this(sinceNs < timeNs ? Origin.EVENT : Origin.CAPTURE, sinceNs, timeNs, osThreadId, running, frames);
    }

    /** A stack of one instant. */
    public StackSample(long timeNs, long osThreadId, boolean running, List<StackFrame> frames) {
        this(timeNs, timeNs, osThreadId, running, frames);
    }

    /** Returns this sample with other frames. */
    public StackSample with(List<StackFrame> otherFrames) {
        return new StackSample(origin, sinceNs, timeNs, osThreadId, running, otherFrames);
    }

    /** Whether the JVM recorded it with an event. */
    public boolean ofEvent() {
        return origin == Origin.EVENT;
    }

    /** Whether it stands for an interval that is known, and not for what lies between captures. */
    public boolean ofInterval() {
        return origin != Origin.CAPTURE;
    }
}
