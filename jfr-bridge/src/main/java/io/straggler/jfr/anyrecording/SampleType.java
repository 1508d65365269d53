package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.EventView;
import java.util.Arrays;
import java.util.List;
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
    WALL_CLOCK("profiler.WallClockSample", "sampledThread", 50_000_000),
    /** Datadog's stacks of threads on a core. */
    DATADOG_CPU("datadog.ExecutionSample", "eventThread", 10_000_000),
    /** Datadog's stacks of threads on a core or off it. */
    DATADOG_WALL("datadog.MethodSample", "eventThread", 50_000_000);

    /** Setting of profilers, where the JVM has a period. */
    private static final String INTERVAL = "interval";

    private static final Map<String, SampleType> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toMap(type -> type.typeName, Function.identity()));

    /** Longest period of a sampler in nanoseconds; stacks further apart are taken for other reasons. */
    private static final long LONGEST_NS = 1_000_000_000;

    /** Parts of the names of states in which a thread is on no core, as Datadog's profiler names them. */
    private static final List<String> OFF_CORE = List.of("SLEEPING", "PARKED", "WAITING", "CONTENDED", "SYSCALL");

    private final String typeName;
    private final String threadField;

    /** Period in nanoseconds that the JVM and profilers take unless they are asked for something else. */
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
                facts.timeNs(EXECUTION.typeName, "wall").or(() -> facts.timeNs(EXECUTION.typeName, INTERVAL));
            case EXECUTION -> facts.timeNs(typeName, INTERVAL).or(() -> facts.timeNs(typeName, "period"));
            case NATIVE -> facts.timeNs(typeName, "period");
            case CPU_TIME -> facts.timeNs(typeName, "throttle");
            case DATADOG_CPU, DATADOG_WALL -> facts.timeNs(typeName, INTERVAL);
        };
        return statedNs.filter(ns -> ns > 0 && ns <= LONGEST_NS).orElse(usualPeriodNs);
    }

    /** Whether its thread is one of the system, so that of a virtual thread it is the carrier. */
    public boolean namesCarriers(RecordedFacts facts) {
        return switch (this) {
            case WALL_CLOCK, DATADOG_CPU, DATADOG_WALL -> true;
            case EXECUTION -> facts.states(typeName, INTERVAL);
            case NATIVE, CPU_TIME -> false;
        };
    }

    /** Whether its thread was running, or may have been. */
    boolean running(EventView sample) {
        String state = sample.textOrEmpty("state");
        return switch (this) {
            case DATADOG_CPU -> true;
            case DATADOG_WALL -> OFF_CORE.stream().noneMatch(state::contains);
            default -> !state.contains("SLEEPING");
        };
    }
}
