package io.straggler.selftest.inject;

import io.straggler.sampler.linux.NativeThread;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;

/** A thread beside the measured one, on a core of its own choice, that does one thing when it is told to. */
public final class HelperThread implements AutoCloseable {
    private static final VarHandle REQUEST = handle();

    private final Thread thread;
    private final OptionalInt core;
    private volatile Runnable request;
    private volatile boolean closed;

    /** @param core to bind it to, if there is a choice */
    public HelperThread(String name, OptionalInt core) {
        this.core = core;
        this.thread = new Thread(this::work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static VarHandle handle() {
        try {
            return MethodHandles.lookup().findVarHandle(HelperThread.class, "request", Runnable.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private void work() {
        core.ifPresent(NativeThread::pinCurrent);
        while (!closed) {
            Runnable next = request;
            if (next == null) {
                LockSupport.park(this);
            } else {
                next.run();
                // Unless it was told something new meanwhile.
                REQUEST.compareAndSet(this, next, null);
            }
        }
    }

    /** Tells it what to do next; it must have done what it was told before. */
    public void ask(Runnable task) {
        request = task;
        LockSupport.unpark(thread);
    }

    /** Waits until it has done what it was told. */
    public void awaitIdle() {
        while (request != null && !closed) {
            LockSupport.parkNanos(50_000);
        }
    }

    public Thread thread() {
        return thread;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
