package io.straggler.selftest.inject.application;

import com.sun.jna.Function;
import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** What a program asks of native libraries and, about its threads, of the JVM. */
final class Natives implements AutoCloseable {
    private static final Function SLEEP = Function.getFunction("c", "usleep");
    private static final Function READ = Function.getFunction("c", "read");
    private static final Function WRITE = Function.getFunction("c", "write");
    private static final Function CLOSE = Function.getFunction("c", "close");

    private final Partner worker = new Partner("app-native");
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread other = new Thread(this::waitForEnd, "app-other");
    private final byte[] received = new byte[1];
    private final byte[] sent = new byte[1];
    private final int[] pipe = new int[2];
    private long result;

    Natives() throws ImpossibleException {
        if (Function.getFunction("c", "pipe").invokeInt(new Object[] {pipe}) != 0) {
            worker.close();
            throw new ImpossibleException("needs a pipe");
        }
        other.setDaemon(true);
        other.start();
    }

    List<Injector> injectors() {
        return List.of(
                TimedCall.waiting(Fault.NATIVE_SLEEP, this::sleep),
                TimedCall.waiting(Fault.NATIVE_READ, this::read),
                TimedCall.repeating(Fault.THREAD_STARTS, this::startThread),
                TimedCall.repeating(Fault.OTHER_STACK, this::lookAtOther),
                TimedCall.repeating(Fault.DEADLOCK_SEARCH, this::searchDeadlocks));
    }

    private void waitForEnd() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A signal ends such a sleep. */
    private void sleep(long ns) {
        long untilNs = System.nanoTime() + ns;
        for (long leftNs = ns; leftNs > 0; leftNs = untilNs - System.nanoTime()) {
            SLEEP.invokeInt(new Object[] {(int) (leftNs / 1_000) + 1});
        }
    }

    private void read(long ns) {
        worker.later(ns, () -> WRITE.invokeLong(new Object[] {pipe[1], sent, 1L}));
        while (READ.invokeLong(new Object[] {pipe[0], received, 1L}) != 1) {
            result++;
        }
    }

    private void startThread() {
        Thread thread = new Thread(() -> {}, "app-short");
        thread.setDaemon(true);
        thread.start();
    }

    private void lookAtOther() {
        result += other.getStackTrace().length;
    }

    private void searchDeadlocks() {
        long[] deadlocked = threads.findDeadlockedThreads();
        result += deadlocked == null ? 1 : deadlocked.length;
    }

    @Override
    public void close() {
        worker.close();
        closed.countDown();
        for (int end : pipe) {
            CLOSE.invokeInt(new Object[] {end});
        }
    }
}
