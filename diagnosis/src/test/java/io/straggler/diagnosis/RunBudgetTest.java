package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.Where;
import io.straggler.model.BusyPeriod;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.Place;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunBudgetTest {
    private static final long NORMAL_NS = 3_000;

    private final Runs runs = new Runs();
    private List<BusyPeriod> periods;

    private List<Iteration> run(long[] intendedNs, long[] serviceNs, long thresholdNs) {
        List<Iteration> iterations = Queues.run(intendedNs, serviceNs);
        periods = Queues.periods(iterations, thresholdNs);
        runs.outliers.addAll(Queues.outliers(iterations, thresholdNs));
        return iterations;
    }

    private static long[] service(int count) {
        long[] serviceNs = new long[count];
        Arrays.fill(serviceNs, NORMAL_NS);
        return serviceNs;
    }

    private RunBudget budget() {
        return RunBudget.of(Attribution.of(runs.run()), Blame.of(periods, runs.outliers, NORMAL_NS));
    }

    private void gc(long startNs, long endNs) {
        runs.evidence.add(new Evidence(Evidence.Kind.GC_PAUSE, startNs, endNs, Evidence.ANY_THREAD, Place.NONE));
    }

    @Test
    void shouldCarryWhatVictimsWaitedBackToWhatMadeTheCulpritSlow() {
        long[] serviceNs = service(40);
        serviceNs[5] = 103_000;
        Iteration culprit = run(Queues.uniform(40, 10_000), serviceNs, 50_000).get(5);
        // A quarter of the excess is a GC pause, the rest work; what is normal is neither.
        gc(culprit.startNs() + 10_000, culprit.startNs() + 35_000);
        runs.sample(culprit.startNs(), "task");
        runs.sample(culprit.startNs() + 90_000, "task");

        RunBudget budget = budget();

        // As in BlameTest: seven victims; each has 3 µs of its own that no stack speaks for.
        long waitedNs = 93_000 + 86_000 + 79_000 + 72_000 + 65_000 + 58_000 + 51_000;
        assertThat(budget.latencyNs()).isEqualTo(103_000 + waitedNs + 7 * NORMAL_NS);
        assertThat(budget.causes())
                .extracting("cause", "ownNs", "carriedNs", "outliers")
                .containsExactly(
                        tuple(Cause.CODE, 75_000L, waitedNs * 3 / 4, 1L),
                        tuple(Cause.GC_PAUSE, 25_000L, waitedNs / 4, 1L),
                        tuple(Cause.USUAL_WORK, 8 * NORMAL_NS, 0L, 8L));
        assertThat(budget.budgets()).hasSize(8);
        // Places have what was carried back, too, or a slow place that makes many wait would come behind a slower one
        // that makes none.
        assertThat(budget.causes().get(0).where())
                .containsExactly(new Where(Place.of("task"), 75_000 + waitedNs * 3 / 4, 2));
    }

    @Test
    void shouldCallTheShareOfACulpritBelowTheThresholdNotSeen() {
        long[] serviceNs = service(10);
        serviceNs[2] = 30_000;
        serviceNs[3] = 30_000;
        Iteration outlier = run(Queues.uniform(10, 10_000), serviceNs, 45_000).get(3);
        runs.sample(outlier.startNs(), "task");

        assertThat(budget().causes())
                .extracting("cause", "ownNs", "carriedNs", "outliers")
                .containsExactly(
                        tuple(Cause.CODE, 27_000L, 0L, 1L),
                        tuple(Cause.NOT_SEEN, 0L, 20_000L, 0L),
                        tuple(Cause.USUAL_WORK, NORMAL_NS, 0L, 1L));
    }

    @Test
    void shouldLeaveTheQueueUnattributedWithoutPeriods() {
        long[] serviceNs = service(10);
        serviceNs[2] = 30_000;
        run(Queues.uniform(10, 10_000), serviceNs, 20_000);
        periods = List.of();

        RunBudget budget = budget();

        assertThat(budget.totalNs(Cause.INHERITED)).isEqualTo(20_000);
        assertThat(budget.totalNs(Cause.CULPRITS)).isZero();
    }

    @Test
    void shouldRefuseTheBlameOfOthers() {
        long[] serviceNs = service(10);
        serviceNs[2] = 30_000;
        run(Queues.uniform(10, 10_000), serviceNs, 20_000);
        Blame blame = Blame.of(periods, runs.outliers, NORMAL_NS);
        runs.outliers.remove(1);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> RunBudget.of(Attribution.of(runs.run()), blame))
                .withMessage("blame must be of the diagnosed outliers: waitedNs=0, delayCausedNs=20000");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldAddUpToTheLatencyOfAllOutliers(int seed) {
        Random random = new Random(seed);
        int count = 3_000;
        long[] serviceNs = service(count);
        for (int i = 0; i < count; i++) {
            serviceNs[i] += random.nextInt(100) == 0 ? 10_000 + random.nextInt(100_000) : random.nextInt(500);
        }
        List<Iteration> iterations = run(Queues.poisson(random, count, 4_000 + 1_000.0 * seed), serviceNs, 20_000);
        for (Iteration one : iterations) {
            if (random.nextInt(20) == 0) {
                long startNs = one.startNs() + random.nextInt(3_000);
                Evidence.Kind kind = Evidence.Kind.values()[random.nextInt(Evidence.Kind.values().length)];
                long thread = random.nextBoolean() ? Evidence.ANY_THREAD : Runs.THREAD + random.nextInt(2);
                runs.evidence.add(new Evidence(kind, startNs, startNs + random.nextInt(20_000), thread, Place.NONE));
            }
            for (long ns = one.startNs() + 1_000; ns < one.endNs(); ns += 1 + random.nextInt(9_000)) {
                runs.samples.add(new StackSample(ns, Runs.THREAD, random.nextBoolean(), Runs.stack("task")));
            }
            if (random.nextInt(5) == 0) {
                runs.usage.add(ThreadUsage.of(one.intendedNs(), Runs.THREAD)
                        .between(0, 0)
                        .runDelayNs(random.nextInt(9_000))
                        .build());
            }
        }

        RunBudget budget = budget();

        long latencyNs = runs.outliers.stream()
                .map(Outlier::iteration)
                .mapToLong(Iteration::latencyNs)
                .sum();
        assertThat(budget.latencyNs()).isEqualTo(latencyNs).isPositive();
        assertThat(budget.causes().stream()
                        .mapToLong(RunBudget.CauseSum::totalNs)
                        .sum())
                .isEqualTo(latencyNs);
        assertThat(budget.causes()).extracting(RunBudget.CauseSum::cause).doesNotContain(Cause.CULPRITS);
        assertThat(budget.causes()).anyMatch(sum -> sum.carriedNs() > 0);
        assertThat(budget.budgets())
                .allMatch(one -> one.latencyNs()
                        == one.parts().stream().mapToLong(TimeBudget.Part::ns).sum());
    }
}
