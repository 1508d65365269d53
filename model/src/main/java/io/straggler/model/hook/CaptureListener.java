package io.straggler.model.hook;

import io.straggler.model.StackSample;
import io.straggler.model.ThreadAccounting;

/**
 * What a sampler tells whoever is interested. All methods are called on the sampler thread, except {@link #watching}, which
 * is called on the thread that starts to watch; they may allocate and lock, but every microsecond makes the sampler later.
 */
public interface CaptureListener {
    /** A stack was asked for. */
    default void captured(Capture capture) {}

    /** A stack was taken in the JVM itself; stacks that async-profiler takes are in its recording instead. */
    default void stack(StackSample sample) {}

    /** A late iteration ended, and this is what the operating system charged to its thread. */
    default void accounted(ThreadAccounting accounting) {}

    /**
     * The sampler thread itself stood still, though it neither slept nor waited for a core: the process was stopped, or a safepoint
     * stopped every thread of it.
     */
    default void stoodStill(long fromNs, long toNs) {}

    /** A thread's stacks are captured from now on. */
    default void watching(WatchedThread thread) {}
}
