package io.straggler.selftest.inject.application;

import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.InjectionSite;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CountDownLatch;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Questions to the JVM about its threads, stacks and memory, as monitoring asks them. */
public final class Introspection extends Fixture {
    private static final int DEPTH = 60;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread other = daemon(this::awaitEnd, "app-other");
    private int level;

    public Introspection(InjectionSite site) {
        super(site);
        closing(closed::countDown);
        other.start();
    }

    private void awaitEnd() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public void dumpAllStacks() {
        result += Thread.getAllStackTraces().size();
    }

    public void dumpOtherStack() {
        result += other.getStackTrace().length;
    }

    public void searchDeadlocks() {
        long[] deadlocked = threads.findDeadlockedThreads();
        result += deadlocked == null ? 1 : deadlocked.length;
    }

    /** From a stack of some depth. */
    public void walkStack() {
        level++;
        if (level < DEPTH) {
            walkStack();
        } else {
            result += StackWalker.getInstance()
                    .walk(frames -> frames.mapToLong(
                                    frame -> frame.getMethodName().length())
                            .sum());
        }
        level--;
    }

    public void countObjects() throws JMException {
        Object histogram = beans.invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
        result += histogram.toString().length();
    }

    public void sumMemoryUsage() {
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            result += pool.getUsage().getUsed();
        }
    }
}
