package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.EventView;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A type of event that is a stack of a thread, taken once in a period. */
public enum SampleType {
    /** The JVM's, of threads in Java code; and async-profiler's, of threads on a core. */
    EXECUTION("jdk.ExecutionSample", "sampledThread", 20_000_000),
    /** The JVM's, of threads in native code. */
    NATIVE("jdk.NativeMethodSample", "sampledThread", 20_000_000),
    /** The JVM's from JDK 25 on, once in so much time on a core. */
    CPU_TIME("jdk.CPUTimeSample", "eventThread", 20_000_000),
    /** async-profiler's, of all threads. */
    WALL_CLOCK("profiler.WallClockSample", "sampledThread", 50_000_000);

    private static final Map<String, SampleType> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toMap(type -> type.typeName, Function.identity()));

    /** Nobody samples more seldom; whoever says so takes stacks for other reasons. */
    private static final long LONGEST_NS = 1_000_000_000;

    private final String typeName;
    private final String threadField;

    /** What the JVM and async-profiler take unless they are asked for something else. */
    private final long usualPeriodNs;

    SampleType(String typeName, String threadField, long usualPeriodNs) {
        this.typeName = typeName;
        this.threadField = threadField;
        this.usualPeriodNs = usualPeriodNs;
    }

    /** @return {@code null} for a type that is none */
    static @Nullable SampleType of(String typeName) {
        return BY_NAME.get(typeName);
    }

    public String typeName() {
        return typeName;
    }

    String threadField() {
        return threadField;
    }

    /** How far apart stacks of one thread are, as far as the recording says; with many threads they may be further. */
    public long periodNs(RecordedFacts facts) {
        // Where both are stated, async-profiler runs and has switched the JVM's own off.
        Optional<Long> statedNs = switch (this) {
            case WALL_CLOCK ->
                facts.timeNs(EXECUTION.typeName, "wall").or(() -> facts.timeNs(EXECUTION.typeName, "interval"));
            case EXECUTION -> facts.timeNs(typeName, "interval").or(() -> facts.timeNs(typeName, "period"));
            case NATIVE -> facts.timeNs(typeName, "period");
            case CPU_TIME -> facts.timeNs(typeName, "throttle");
        };
        return statedNs.filter(ns -> ns > 0 && ns <= LONGEST_NS).orElse(usualPeriodNs);
    }

    /** Whether its thread was running, or may have been. */
    boolean running(EventView sample) {
        return !sample.textOrEmpty("state").contains("SLEEPING");
    }
}
