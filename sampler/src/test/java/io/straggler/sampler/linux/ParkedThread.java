package io.straggler.sampler.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** A thread that spins until it may sleep, and then is parked until another one unparks it. */
public final class ParkedThread implements AutoCloseable {
    private static final long WHILE_NS = 200_000;

    private final Thread thread = new Thread(this::park, "parked");
    private volatile long osThreadId;
    private volatile boolean maySleep;
    private volatile boolean unparked;

    public ParkedThread() {
        thread.start();
        while (osThreadId == 0) {
            Thread.onSpinWait();
        }
    }

    private void park() {
        osThreadId = NativeThread.currentId();
        while (!maySleep) {
            Thread.onSpinWait();
        }
        while (!unparked) {
            LockSupport.park(this);
        }
    }

    public long osThreadId() {
        return osThreadId;
    }

    /** Lets it sleep, and waits until it has for a while. */
    public void awaitSleep() {
        maySleep = true;
        while (thread.getState() != Thread.State.WAITING || !sleeps()) {
            Thread.onSpinWait();
        }
        long sinceNs = System.nanoTime();
        while (System.nanoTime() - sinceNs < WHILE_NS) {
            Thread.onSpinWait();
        }
    }

    private boolean sleeps() {
        try {
            return Files.readString(Path.of("/proc/self/task/" + osThreadId + "/stat"))
                    .contains(") S ");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Unparks it on a thread with a name, and waits for its end.
     *
     * @param then runs behind that on the thread with the name
     * @return the number of the thread with the name
     */
    public long unparkBy(String name, Runnable then) {
        long[] by = new long[1];
        Thread waker = new Thread(
                () -> {
                    by[0] = NativeThread.currentId();
                    unpark();
                    join(thread);
                    then.run();
                },
                name);
        waker.start();
        join(waker);
        return by[0];
    }

    private void unpark() {
        maySleep = true;
        unparked = true;
        LockSupport.unpark(thread);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        assertThat(thread.isAlive()).isFalse();
    }

    @Override
    public void close() {
        unpark();
        join(thread);
    }
}
