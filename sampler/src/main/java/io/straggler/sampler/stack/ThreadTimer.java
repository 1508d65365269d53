package io.straggler.sampler.stack;

import io.straggler.sampler.linux.NativeThread;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A timer of the kernel that sends a signal to one thread of this process, at an instant of {@link System#nanoTime} and then
 * periodically. It does so whether the thread runs, is blocked or waits for a core, and needs no other thread for it.
 *
 * <p>It is made of two POSIX timers that take turns. A single one that is moved is first taken out of its core's queue and then put back, and
 * if it was the next to be due the core's clock is programmed both times: in a virtual machine that is nearly all of the cost. When the other
 * one is set to the later instant first, that programs nothing, and only taking out the earlier one does.
 *
 * <p>A signal that is still pending is not sent again. When the thread has ended nothing is sent.
 *
 * <p>Threads: {@link #arm} and {@link #disarm} for one thread at a time; a second thread uses the view that {@link #forAnotherThread}
 * returns. They allocate nothing.
 */
public final class ThreadTimer implements Timer, AutoCloseable {
    private static final int SIGEV_THREAD_ID = 4;

    private final long first;
    private final long second;
    private final Setting setting = new Setting();

    /** The one of the two whose turn it is. */
    private volatile long current;

    private ThreadTimer(long first, long second) {
        this.first = first;
        this.second = second;
        this.current = first;
    }

    /** Memory for what a timer is set to. For one thread. */
    private static final class Setting {
        private static final int NANOS_PER_SECOND = 1_000_000_000;

        private final ByteBuffer memory = NativeThread.buffer(4 * Long.BYTES);
        private final long address = NativeThread.address(memory);

        void apply(long timerId, long atNs, long intervalNs) {
            memory.putLong(0, intervalNs / NANOS_PER_SECOND);
            memory.putLong(8, intervalNs % NANOS_PER_SECOND);
            memory.putLong(16, atNs / NANOS_PER_SECOND);
            memory.putLong(24, atNs % NANOS_PER_SECOND);
            NativeThread.setTimer(timerId, address);
        }

        /** An instant of zero is no instant. */
        void clear(long timerId) {
            apply(timerId, 0, 0);
        }
    }

    /** @throws SamplerException saying why the kernel refuses */
    public static ThreadTimer create(long osThreadId, int signal) {
        // struct sigevent: a value, the signal, the kind of notification, the thread.
        ByteBuffer event = NativeThread.buffer(64).order(ByteOrder.nativeOrder());
        event.putInt(8, signal);
        event.putInt(12, SIGEV_THREAD_ID);
        event.putInt(16, (int) osThreadId);
        long first = create(event);
        try {
            return new ThreadTimer(first, create(event));
        } catch (SamplerException e) {
            NativeThread.deleteTimer(first);
            throw e;
        }
    }

    private static long create(ByteBuffer event) {
        ByteBuffer id = NativeThread.buffer(Long.BYTES);
        int error = NativeThread.createTimer(event, id);
        if (error != 0) {
            throw new SamplerException("the kernel gives no timer to a thread (error " + error + " of timer_create)");
        }
        return id.getInt(0);
    }

    /**
     * Returns this timer, to be moved by another thread while this one may move it, too. When both do at once, both
     * settings may count until the next {@link #arm} of this one.
     */
    public Timer forAnotherThread() {
        return new Timer() {
            private final Setting own = new Setting();

            @Override
            public void arm(long atNs, long intervalNs) {
                long timerId = current;
                own.apply(timerId, atNs, intervalNs);
                // The thread that moves it may be kept by its captures from clearing it.
                own.clear(other(timerId));
            }

            @Override
            public void disarm() {
                own.clear(first);
                own.clear(second);
            }
        };
    }

    private long other(long timerId) {
        return timerId == first ? second : first;
    }

    @Override
    public void arm(long atNs, long intervalNs) {
        long before = current;
        long next = other(before);
        // First, so that another thread makes the right one rarer should this one never come back from its captures.
        current = next;
        setting.apply(next, atNs, intervalNs);
        setting.clear(before);
    }

    @Override
    public void disarm() {
        setting.clear(first);
        setting.clear(second);
    }

    @Override
    public void close() {
        NativeThread.deleteTimer(first);
        NativeThread.deleteTimer(second);
    }
}
