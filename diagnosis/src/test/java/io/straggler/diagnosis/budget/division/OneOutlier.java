package io.straggler.diagnosis.budget.division;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.straggler.diagnosis.Attribution;
import io.straggler.diagnosis.Queues;
import io.straggler.diagnosis.Runs;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.reading.NormalCode;
import io.straggler.diagnosis.budget.reading.StackReadings;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.Place;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.groups.Tuple;

/** An outlier that a test makes up, and how its time is divided. */
abstract class OneOutlier {
    static final long NORMAL_NS = 10;

    final Runs runs = new Runs();

    /** Could have started at 1,000, whatever it inherited. */
    void outlier(long inheritedNs, long dispatchNs, long serviceNs) {
        Iteration iteration = new Iteration(
                Queues.RUN,
                1_000 - inheritedNs,
                1_000 + dispatchNs,
                1_000 + dispatchNs + serviceNs,
                inheritedNs,
                dispatchNs);
        runs.outliers.add(new Outlier(iteration, 1, List.of()));
    }

    void event(Kind kind, long startNs, long endNs) {
        eventOn(
                kind == Kind.GC_PAUSE || kind == Kind.VM_OPERATION ? Evidence.ANY_THREAD : Runs.THREAD,
                kind,
                startNs,
                endNs);
    }

    void eventOn(long thread, Kind kind, long startNs, long endNs) {
        runs.evidence.add(new Evidence(kind, startNs, endNs, thread, Place.NONE));
    }

    void running(long... timesNs) {
        for (long timeNs : timesNs) {
            runs.sample(timeNs, "task");
        }
    }

    void blocked(long... timesNs) {
        for (long timeNs : timesNs) {
            runs.samples.add(new StackSample(timeNs, Runs.THREAD, false, Runs.stack("task", "read")));
        }
    }

    void waitedForCore(long runDelayNs) {
        Iteration iteration = runs.outliers.get(0).iteration();
        long fromNs = iteration.startNs() - iteration.dispatchNs();
        long cpuNs = iteration.endNs() - fromNs - runDelayNs;
        usage(ThreadUsage.of(iteration.intendedNs(), Runs.THREAD)
                .between(fromNs, iteration.endNs())
                .runDelayNs(runDelayNs)
                .cpuNs(cpuNs)
                .involuntarySwitches(1)
                .build());
    }

    void usage(ThreadUsage usage) {
        runs.usage.add(usage);
    }

    DiagnosedOutlier diagnosed() {
        return Attribution.of(runs.run()).outliers().get(0);
    }

    TimeBudget budget() {
        return budget(NormalCode.UNKNOWN);
    }

    TimeBudget budget(NormalCode normal) {
        return TimeDivision.of(diagnosed(), NORMAL_NS, Optional.empty(), new StackReadings(normal), Rules.STANDARD);
    }

    List<Tuple> partsFound() {
        return budget().parts().stream()
                .map(part -> tuple(part.cause(), part.ns(), part.events(), part.stacks()))
                .toList();
    }

    Map<Cause, Long> reported() {
        TimeBudget budget = budget();
        Map<Cause, Long> reported = new EnumMap<>(Cause.class);
        budget.parts().forEach(part -> reported.merge(part.cause(), part.ns(), Long::sum));
        assertThat(reported).hasSameSizeAs(budget.parts());
        assertThat(reported.values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(budget.latencyNs())
                .isEqualTo(diagnosed().outlier().iteration().latencyNs());
        return reported;
    }
}
