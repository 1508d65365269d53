package io.straggler.diagnosis.budget.division;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.Runs;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Iteration;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random outliers against an oracle. */
class TimeDivisionOracleTest extends OneOutlier {
    /** Every nanosecond on its own: the first cause that covers it has it, else the stack that stands for it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldAgreeWithThePrecedenceNanosecondByNanosecond(int seed) {
        Random random = new Random(seed);
        for (int run = 0; run < 50; run++) {
            fill(random);
            Map<Cause, Long> reported = reported();
            assertThat(reported).isEqualTo(oracle());

            long stopsNs = stopsNs();
            long leftNs = 0;
            for (Map.Entry<Cause, Long> part : reported.entrySet()) {
                leftNs += Cause.STOPS.contains(part.getKey()) || part.getKey() == Cause.INHERITED ? 0 : part.getValue();
            }
            long runDelayNs = random.nextInt(600);
            waitedForCore(runDelayNs);
            assertThat(reported().values()).allMatch(ns -> ns >= 0);
            boolean blocked = Cause.BLOCKING.stream().anyMatch(cause -> oracle().containsKey(cause));
            // The stops have their part of it already, and may have what comes right after them.
            long waitedNs = Math.max(0, Math.min(leftNs, runDelayNs - stopsNs));
            assertThat(budget().ns(Cause.RUN_QUEUE) + stopsNs() - stopsNs).isBetween(blocked ? 0 : waitedNs, waitedNs);
        }
    }

    private long stopsNs() {
        TimeBudget budget = budget();
        return Cause.STOPS.stream().mapToLong(budget::ns).sum();
    }

    private void fill(Random random) {
        runs.outliers.clear();
        runs.samples.clear();
        runs.evidence.clear();
        runs.usage.clear();
        outlier(random.nextInt(100), random.nextInt(3) * 50L, 100 + random.nextInt(300));
        // At least one stack, so that the owner is known.
        long endNs = runs.outliers.get(0).iteration().endNs();
        for (int i = random.nextInt(8); i >= 0; i--) {
            long timeNs = i == 0 ? endNs - 1 : 950 + random.nextInt(500);
            runs.samples.add(new StackSample(timeNs, Runs.THREAD, random.nextInt(4) > 0, Runs.stack("f" + i)));
        }
        for (int i = random.nextInt(12); i > 0; i--) {
            long startNs = 900 + random.nextInt(600);
            Kind kind = Kind.values()[random.nextInt(Kind.ALLOCATION.ordinal() + 1)];
            event(kind == Kind.VM_WORK ? Kind.VM_OPERATION : kind, startNs, startNs + random.nextInt(60));
        }
    }

    private Map<Cause, Long> oracle() {
        DiagnosedOutlier diagnosed = diagnosed();
        Iteration iteration = diagnosed.outlier().iteration();
        Map<Cause, Long> parts = new EnumMap<>(Cause.class);
        for (long ns = iteration.intendedNs(); ns < iteration.endNs(); ns++) {
            parts.merge(causeAt(ns, diagnosed), 1L, Long::sum);
        }
        // As long as an iteration usually takes is usual: what was not seen first of all, then what ran.
        long leftNs = NORMAL_NS;
        for (Cause cause : List.of(Cause.NOT_SEEN, Cause.CODE)) {
            long usualNs = Math.min(leftNs, parts.getOrDefault(cause, 0L));
            leftNs -= usualNs;
            parts.computeIfPresent(cause, (same, ns) -> ns == usualNs ? null : Long.valueOf(ns - usualNs));
        }
        if (leftNs < NORMAL_NS) {
            parts.put(Cause.USUAL_WORK, NORMAL_NS - leftNs);
        }
        return parts;
    }

    private static Cause causeAt(long ns, DiagnosedOutlier diagnosed) {
        Iteration iteration = diagnosed.outlier().iteration();
        if (ns < 1_000) {
            return Cause.INHERITED;
        }
        Cause stood = stoodAt(ns, diagnosed);
        if (stood != null) {
            return stood;
        }
        if (ns < iteration.startNs()) {
            return Cause.DISPATCH;
        }
        List<StackSample> stacks = new ArrayList<>(diagnosed.stacks());
        long untilNs = iteration.endNs();
        for (int i = stacks.size() - 1; i >= 0; i--) {
            long fromNs = untilNs - diagnosed.stacksNs().get(i);
            if (ns >= fromNs && ns < untilNs) {
                Cause amid = stoodAt(stacks.get(i).timeNs(), diagnosed);
                if (amid != null) {
                    return Cause.STOPS.contains(amid) ? Cause.UNEXPLAINED : amid;
                }
                return stacks.get(i).running() ? Cause.CODE : Cause.BLOCKED;
            }
            untilNs = fromNs;
        }
        return Cause.NOT_SEEN;
    }

    private static Cause stoodAt(long ns, DiagnosedOutlier diagnosed) {
        for (Cause cause : Cause.values()) {
            boolean counts = ns >= diagnosed.outlier().iteration().startNs() || Cause.STOPS.contains(cause);
            for (Evidence one : diagnosed.evidence()) {
                if (counts && cause.kind().equals(Optional.of(one.kind())) && one.startNs() <= ns && ns < one.endNs()) {
                    return cause;
                }
            }
        }
        return null;
    }
}
