package io.straggler.benchmarks.sampling;

import io.straggler.harness.Task;
import java.util.stream.Stream;

/** Where the long iterations of {@link CoverageBenchmark} spend their time. */
enum LongKind {
    ON_CORE("core", LongOnCore.class, 60_000),
    READING("socket", LongReading.class, 60_000),
    PARKED("park", LongParked.class, 60_000),
    ON_OTHER_CORE("async-core", LongOnOtherCore.class, 300_000),
    PARKED_ELSEWHERE("async-park", LongParkedElsewhere.class, 300_000);

    private static final long LONGEST_NS = 2_000_000;

    private final String label;
    private final Class<? extends Task> task;
    private final long shortestNs;

    /** @param shortestNs well above what an iteration usually takes: to hand one to another thread takes tens of microseconds */
    LongKind(String label, Class<? extends Task> task, long shortestNs) {
        this.label = label;
        this.task = task;
        this.shortestNs = shortestNs;
    }

    static LongKind named(String label) {
        return Stream.of(values())
                .filter(kind -> kind.label.equals(label))
                .findFirst()
                .orElseThrow();
    }

    String label() {
        return label;
    }

    Class<? extends Task> task() {
        return task;
    }

    /** How much longer the shortest of the long iterations is. */
    long shortestNs() {
        return shortestNs;
    }

    /** How much longer the longest is. */
    long longestNs() {
        return Math.max(LONGEST_NS, 10 * shortestNs);
    }

    /** From here on an iteration is an outlier. */
    long thresholdNs() {
        return shortestNs * 5 / 3;
    }

    /** From here on it is captured. */
    long armDelayNs() {
        return shortestNs / 3;
    }

    /** The method that a stack of a long iteration has to show. */
    String knownMethod() {
        return task.getName() + ".beLong";
    }
}
