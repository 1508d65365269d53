package io.straggler.jlbh;

import io.straggler.HostedFork;
import io.straggler.TaskHost;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.locks.LockSupport;
import net.openhft.chronicle.jlbh.JLBH;

/** Runs benchmarks that were written for JLBH, as they are. */
public final class JlbhHost implements TaskHost {
    @Override
    public String name() {
        return "jlbh";
    }

    @Override
    public void run(String className, HostedFork fork) throws InvocationTargetException {
        if (!JlbhOrigin.isAdapters(JLBH.class)) {
            throw new IllegalArgumentException(
                    "The adapter for JLBH is behind JLBH on the class path of the measured JVM, and must be in front of it.");
        }
        Benchmark benchmark = Benchmark.named(className);
        Hosted.by(fork);
        benchmark.run();
        awaitEnd(className);
    }

    /** A main may leave the benchmark to another thread, as long as that keeps the JVM alive. */
    private static void awaitEnd(String className) {
        try {
            while (!Hosted.begun()) {
                if (!othersAlive()) {
                    throw new IllegalArgumentException(
                            className + " ended without a call of JLBH.start: a main must make a JLBH and start it.");
                }
                LockSupport.parkNanos(10_000_000);
            }
            Hosted.awaitEnd();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether a thread of the program is running, besides this one and the one that the JVM began with. */
    private static boolean othersAlive() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> !thread.isDaemon()
                        && thread != Thread.currentThread()
                        && !thread.getName().equals("main")
                        && !thread.getName().equals("DestroyJavaVM"));
    }
}
