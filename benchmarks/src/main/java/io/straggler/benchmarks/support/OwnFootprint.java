package io.straggler.benchmarks.support;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/** What a JVM takes, as it knows itself: printed as {@link Figures}. The JVM needs {@code -XX:NativeMemoryTracking=summary}. */
public final class OwnFootprint {
    public static final String LIVE_BYTES = "liveBytes";
    public static final String COMMITTED_BYTES = "committedBytes";
    public static final String DIRECT_BYTES = "directBytes";
    public static final String CLASSES = "classes";
    public static final String CPU_SECONDS = "cpuSeconds";

    /** How many objects there are of classes of Straggler's own; and of these, threads that it knows. */
    public static final String OWN_OBJECTS = "ownObjects";

    public static final String KNOWN_THREADS = "knownThreads";

    private static final String OWN = "io.straggler.";
    private static final String BENCHMARKS = "io.straggler.benchmarks.";
    private static final String KNOWN_THREAD = "io.straggler.model.WatchedThread";
    private static final Pattern ROW = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*");
    private static final Pattern TOTAL = Pattern.compile("Total\\s+(\\d+)\\s+(\\d+)");
    private static final Pattern COMMITTED = Pattern.compile("Total: .*committed=(\\d+)KB");

    private OwnFootprint() {}

    /** Prints it, behind a collection of all garbage. */
    public static void print() throws JMException {
        // The histogram's own collection is left out while native code holds an array; this one waits.
        System.gc();
        printHeap(ask("gcClassHistogram"));
        Matcher committed = COMMITTED.matcher(ask("vmNativeMemory", "summary"));
        if (!committed.find()) {
            throw new IllegalStateException("the JVM must track its native memory");
        }
        Figures.print(COMMITTED_BYTES, 1024 * Double.parseDouble(committed.group(1)));
        Figures.print(
                DIRECT_BYTES,
                ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                        .filter(pool -> pool.getName().equals("direct"))
                        .mapToLong(BufferPoolMXBean::getMemoryUsed)
                        .sum());
        Figures.print(CLASSES, ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
        Figures.print(
                CPU_SECONDS,
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() / 1e9);
    }

    private static void printHeap(String histogram) {
        long own = 0;
        long knownThreads = 0;
        for (String line : histogram.lines().toList()) {
            Matcher row = ROW.matcher(line);
            Matcher total = TOTAL.matcher(line);
            if (row.matches() && row.group(3).startsWith(OWN) && !row.group(3).startsWith(BENCHMARKS)) {
                own += Long.parseLong(row.group(1));
                knownThreads += row.group(3).equals(KNOWN_THREAD) ? Long.parseLong(row.group(1)) : 0;
            } else if (total.lookingAt()) {
                Figures.print(LIVE_BYTES, Double.parseDouble(total.group(2)));
            }
        }
        Figures.print(OWN_OBJECTS, own);
        Figures.print(KNOWN_THREADS, knownThreads);
    }

    /** One of the JVM's own diagnostic commands. */
    private static String ask(String command, String... arguments) throws JMException {
        return (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        command,
                        new Object[] {arguments},
                        new String[] {String[].class.getName()});
    }
}
