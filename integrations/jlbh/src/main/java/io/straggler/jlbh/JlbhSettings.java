package io.straggler.jlbh;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import net.openhft.affinity.AffinityLock;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import net.openhft.chronicle.jlbh.LatencyDistributor;
import net.openhft.chronicle.jlbh.LatencyDistributors;

/**
 * Settings that a benchmark made in its options, which have no accessors: read from the fields, so that a JLBH with
 * fewer or more of them is understood, too.
 *
 * @param throughput iterations per {@code throughputUnit}
 * @param distributor turns the time between two iterations into another
 * @param accountForCoordinatedOmission whether the task receives when an iteration was meant to start, not when it did
 * @param jitterAboveNs hiccups up to it are not counted in JLBH's table
 * @param timeoutMs without a sample, until a run is over; zero for none
 * @param skipFirstRun whether the variation in the table leaves out the first run
 * @param unknown options that this adapter has never heard of, with their values
 */
public record JlbhSettings(
        JLBHTask task,
        int throughput,
        TimeUnit throughputUnit,
        LatencyDistributor distributor,
        boolean accountForCoordinatedOmission,
        boolean osJitter,
        int jitterAboveNs,
        boolean jitterAffinity,
        int warmUpIterations,
        int pauseAfterWarmUpMs,
        int runs,
        long iterations,
        boolean skipFirstRun,
        Supplier<AffinityLock> acquireLock,
        long timeoutMs,
        List<String> unknown) {
    private static final String DO_NOT_SKIP = "NO_SKIP";

    public JlbhSettings {
        if (task == null) {
            throw new IllegalStateException("jlbhTask must be set");
        }
        requireAboveZero("throughput", throughput);
        requireAboveZero("runs", runs);
        requireAboveZero("iterations", iterations);
        if (warmUpIterations < 0) {
            throw new IllegalArgumentException(
                    "warmUpIterations must not be negative: warmUpIterations=" + warmUpIterations);
        }
        unknown = List.copyOf(unknown);
    }

    private static void requireAboveZero(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be above zero: " + name + "=" + value);
        }
    }

    /** Reads the fields of options. Those that a version of JLBH does not have are taken to be as its defaults. */
    @SuppressWarnings("NullAway") // Without a task they are refused.
    public static JlbhSettings of(JLBHOptions options) {
        Map<String, Object> fields = fields(options);
        return new JlbhSettings(
                take(fields, "jlbhTask", JLBHTask.class, null),
                take(fields, "throughput", Integer.class, 10_000),
                take(fields, "throughputTimeUnit", TimeUnit.class, TimeUnit.SECONDS),
                take(fields, "latencyDistributor", LatencyDistributor.class, LatencyDistributors.NORMAL),
                take(fields, "accountForCoordinatedOmission", Boolean.class, true),
                take(fields, "recordOSJitter", Boolean.class, true),
                take(fields, "recordJitterGreaterThanNs", Integer.class, 1_000),
                take(fields, "jitterAffinity", Boolean.class, false),
                take(fields, "warmUpIterations", Integer.class, 12_000),
                take(fields, "pauseAfterWarmupMS", Integer.class, 0),
                take(fields, "runs", Integer.class, 3),
                // Older versions count in an int.
                take(fields, "iterations", Number.class, 100_000).longValue(),
                !take(fields, "skipFirstRun", Enum.class, TimeUnit.SECONDS)
                        .name()
                        .equals(DO_NOT_SKIP),
                lock(fields),
                take(fields, "timeout", Number.class, 0).longValue(),
                fields.entrySet().stream()
                        .map(left -> left.getKey() + "=" + left.getValue())
                        .toList());
    }

    @SuppressWarnings("unchecked")
    private static Supplier<AffinityLock> lock(Map<String, Object> fields) {
        return take(fields, "acquireLock", Supplier.class, () -> null);
    }

    private static <T> T take(Map<String, Object> fields, String name, Class<T> type, T missing) {
        Object value = fields.remove(name);
        return value == null ? missing : type.cast(value);
    }

    private static Map<String, Object> fields(JLBHOptions options) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Field field : JLBHOptions.class.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                try {
                    field.setAccessible(true);
                    values.put(field.getName(), field.get(options));
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException("option must be readable: option=" + field.getName(), e);
                }
            }
        }
        return values;
    }

    /** The rate as it was meant, without JLBH's rounding of the interval to whole nanoseconds. */
    double perSecond() {
        return throughput * 1e9 / throughputUnit.toNanos(1);
    }

    /** JLBH's interval in nanoseconds, which is what a distributor is given. */
    long betweenNs() {
        return Math.max(1, throughputUnit.toNanos(1) / throughput);
    }

    /** Returns what was asked for and is not done, a sentence each. */
    List<String> notHonoured() {
        List<String> sentences = new ArrayList<>();
        if (jitterAffinity) {
            sentences.add(
                    "jitterAffinity is not honoured: the thread that watches for hiccups sleeps, and no core is its own.");
        }
        for (String option : unknown) {
            sentences.add(String.format(Locale.ROOT, "%s is not honoured: this option is not known here.", option));
        }
        return sentences;
    }
}
