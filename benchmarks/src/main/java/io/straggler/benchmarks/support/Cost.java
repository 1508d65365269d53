package io.straggler.benchmarks.support;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;

/** What this JVM has taken since it started. */
public final class Cost {
    private Cost() {}

    /** Prints {@code wallMs}, {@code cpuMs} and {@code heapMb}, the sum of what each part of the heap was at most. */
    public static void print() {
        long startEpochMs = ManagementFactory.getRuntimeMXBean().getStartTime();
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Figures.print("wallMs", System.currentTimeMillis() - startEpochMs);
        Figures.print("cpuMs", process.getProcessCpuTime() / 1e6);
        Figures.print(
                "heapMb",
                ManagementFactory.getMemoryPoolMXBeans().stream()
                                .filter(pool -> pool.getType() == java.lang.management.MemoryType.HEAP)
                                .map(MemoryPoolMXBean::getPeakUsage)
                                .mapToLong(usage -> usage.getUsed())
                                .sum()
                        / 1e6);
    }
}
