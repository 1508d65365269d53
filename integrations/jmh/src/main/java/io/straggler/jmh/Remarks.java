package io.straggler.jmh;

import io.straggler.model.text.Durations;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.CompilerControl;

/** Remarks for readers who know a benchmark's figures from JMH, about the figures that they get here, a line each. */
final class Remarks {
    /** Below it, reading the clock and keeping the schedule are a good part of what is measured. */
    private static final long PACEABLE_NS = 1_000;

    private Remarks() {}

    /** Returns the annotations that are not applied. */
    static List<String> before(Listed benchmark, States states) {
        List<String> lines = new ArrayList<>();
        if (benchmark.threads() != 1) {
            lines.add("@Threads is not applied: one thread keeps the schedule.");
        }
        if (!benchmark.jvmArguments().isEmpty()) {
            lines.add("@Fork's JVM arguments are not applied: " + String.join(" ", benchmark.jvmArguments())
                    + ". Give them with --jvm-arg.");
        }
        if (benchmark.operations() != 1) {
            lines.add("Latencies are of an invocation, which is " + benchmark.operations() + " operations.");
        }
        Stream<AnnotatedElement> controlled =
                Stream.of(states.benchmark(), states.holder().type().type());
        if (controlled.anyMatch(element -> element.isAnnotationPresent(CompilerControl.class))) {
            lines.add("@CompilerControl is not applied: give --jvm-arg=-XX:CompileCommand=... instead.");
        }
        if (states.toSetUp().stream().anyMatch(state -> state.type().type().isAnnotationPresent(AuxCounters.class))) {
            lines.add("@AuxCounters are not reported.");
        }
        return lines;
    }

    /**
     * Whether an invocation is long enough for a schedule to measure.
     *
     * @param service how long they took, in nanoseconds
     */
    static List<String> after(Histogram service) {
        if (service.getTotalCount() == 0 || service.getValueAtPercentile(50) >= PACEABLE_NS) {
            return List.of();
        }
        return List.of("Half of the invocations took " + Durations.format(service.getValueAtPercentile(50))
                + " or less, reading the clock included: pacing hides what is that short. The slow ones are told apart,"
                + " and JMH's own modes measure the others.");
    }
}
