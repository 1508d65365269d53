package io.straggler.selftest.inject;

import io.straggler.sampler.linux.NativeThread;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread beside the measured one, on a given core, that runs one task at a time. */
public final class HelperThread implements AutoCloseable {
    private static final VarHandle REQUEST = handle();

    private final Thread thread;
    private final OptionalInt core;
    private volatile @Nullable Runnable request;
    private volatile boolean closed;

    /** @param core the core to bind it to; empty for any */
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
                // Unless there is a new task meanwhile.
                REQUEST.compareAndSet(this, next, null);
            }
        }
    }

    /** Gives it a task. Its previous one must be done. */
    public void ask(Runnable task) {
        request = task;
        LockSupport.unpark(thread);
    }

    /** Waits until its task is done. */
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
