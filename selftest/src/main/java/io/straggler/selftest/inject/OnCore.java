package io.straggler.selftest.inject;

import io.straggler.selftest.Fault;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * For injections that do nothing but work: what they took is what the measured thread was on a core for, by its own clock, and the rest of
 * the time the machine took. For one thread; allocates nothing.
 */
final class OnCore {
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long beganNs;

    /** The work begins. */
    void begin() {
        beganNs = threads.getCurrentThreadCpuTime();
    }

    /** Writes down the work that has just ended. */
    void write(Fault fault, long startNs, long endNs, Sheet sheet) {
        // Both are -1 where the JVM cannot tell; then all of it counts as work.
        long onCoreNs = threads.getCurrentThreadCpuTime() - beganNs;
        long workedNs = beganNs < 0 ? endNs - startNs : Math.min(endNs - startNs, onCoreNs);
        sheet.add(fault, workedNs);
        sheet.add(Fault.DISTURBED, endNs - startNs - workedNs);
        sheet.end(startNs, endNs);
    }
}
