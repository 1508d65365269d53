package io.straggler.model.hook;

import io.straggler.model.Capture;
import io.straggler.model.Carriage;
import io.straggler.model.CarrierWait;
import io.straggler.model.CoreUse;
import io.straggler.model.IdleStack;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import io.straggler.model.WaitEnd;
import io.straggler.model.WatchedThread;

/**
 * Receiver of the events of a sampler. All methods are called on the sampler thread unless they say otherwise; {@link
 * #watching} is called on the thread that starts to watch. They may allocate and lock, but every microsecond makes the
 * sampler later.
 */
public interface CaptureListener {
    /** A stack was asked for. */
    default void captured(Capture capture) {}

    /** A stack was taken in the JVM itself; stacks that async-profiler takes are in its recording instead. */
    default void stack(StackSample sample) {}

    /** A watched thread of an asynchronous task was there while no iteration was in flight. On the pacing thread. */
    default void idle(IdleStack stack) {}

    /** A late iteration ended, and this is what the operating system charged to its thread. */
    default void used(ThreadUsage usage) {}

    /** A thread of the process used a core around a late iteration, or waited for one. */
    default void usedCore(CoreUse use) {}

    /** A virtual thread that was late was on a carrier, whose stacks and usage then are its own. */
    default void carried(Carriage carriage) {}

    /** Two sockets of this process are the ends of one connection, address:port each. */
    default void connected(String end, String otherEnd) {}

    /**
     * A watched thread waits for a lock, and this thread has it.
     *
     * @param atNs when that was seen
     * @param osThreadId of the thread that waits
     * @param ownerJavaId {@link Thread#getId()} of the owner
     */
    default void lockOwned(long atNs, long osThreadId, long ownerJavaId, String owner) {}

    /** The virtual thread of a late iteration waited for a carrier. */
    default void waitedForCarrier(CarrierWait wait) {}

    /** Another thread ended the wait of a late iteration's thread. */
    default void waitEnded(WaitEnd end) {}

    /**
     * The thread that reports stood still, though it neither slept nor waited for a core: the process was stopped, or a safepoint
     * stopped every thread of it.
     */
    default void stoodStill(long fromNs, long toNs) {}

    /** A thread's stacks are captured from now on. */
    default void watching(WatchedThread thread) {}

    /** It has ended, and what was reported of it need not be repeated. */
    default void released(WatchedThread thread) {}
}
