package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.straggler.diagnosis.blame.Blame;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.Place;
import io.straggler.model.RunId;
import io.straggler.model.StackSample;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Analysis costs what was recorded, times a logarithm. Memory that a thread allocates stands for its work: what is copied again for each event
 * grows with the square.
 */
class GrowthTest {
    private static final int EVENTS = 800;

    private static Runs iteration(Runs runs, long startNs, long endNs) {
        Iteration iteration = new Iteration(new RunId(0, 1), startNs, startNs, endNs, 0, 0);
        runs.outliers.add(new Outlier(iteration, 1, List.of(), Runs.THREAD, "call"));
        return runs;
    }

    private static void sleep(Runs runs, long startNs, long endNs, String... frames) {
        runs.evidence.add(new Evidence(Kind.SLEEP, startNs, endNs, Runs.THREAD, Place.NONE));
        runs.samples.add(new StackSample(startNs, endNs, Runs.THREAD, false, Runs.stack(frames)));
    }

    /** A job that sleeps many times. */
    private static Runs sleeps(int events) {
        Runs runs = iteration(new Runs(), 0, 1_000L * events);
        for (int i = 0; i < events; i++) {
            sleep(runs, 1_000L * i, 1_000L * i + 900, "job", "sleep");
        }
        return runs;
    }

    /** Waits that overlap, the later ones the deeper, each with a stack that was captured in it. */
    private static Runs staggered(int events) {
        Runs runs = iteration(new Runs(), 0, 1_000L * events);
        for (int i = 0; i < events; i++) {
            sleep(
                    runs,
                    1_000L * i,
                    1_000L * i + 20_000,
                    i % 3 == 0 ? new String[] {"job", "deep", "sleep"} : new String[] {"job", "sleep"});
            runs.samples.add(new StackSample(1_000L * i + 500, Runs.THREAD, i % 2 == 0, Runs.stack("job", "run")));
        }
        return runs;
    }

    private static Runs captured(int events) {
        Runs runs = iteration(new Runs(), 0, 1_000L * events);
        for (int i = 0; i < events; i++) {
            runs.samples.add(new StackSample(1_000L * i + 500, Runs.THREAD, i % 2 == 0, Runs.stack("job", "run")));
        }
        return runs;
    }

    private static long allocated(Runs runs) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(id);
        Diagnosis diagnosis = Attribution.of(runs.run());
        RunBudget budget = RunBudget.of(diagnosis, Blame.ofThemselves(runs.outliers, 0));
        long after = threads.getThreadAllocatedBytes(id);
        assertThat(budget.latencyNs()).isPositive();
        return after - before;
    }

    private static void assertProportional(IntFunction<Runs> recording) {
        allocated(recording.apply(EVENTS)); // Classes are loaded.
        long some = allocated(recording.apply(EVENTS));
        long fourTimes = allocated(recording.apply(4 * EVENTS));

        assertThat((double) fourTimes / some).isLessThan(6);
    }

    @Test
    void shouldAllocateInProportionToTheWaitsOfAnOutlier() {
        assertProportional(GrowthTest::sleeps);
    }

    @Test
    void shouldAllocateInProportionToWaitsThatOverlap() {
        assertProportional(GrowthTest::staggered);
    }

    @Test
    void shouldAllocateInProportionToTheCapturesOfAnOutlier() {
        assertProportional(GrowthTest::captured);
    }

    /** By looking at each stack for each event it would take many minutes. */
    @Test
    @Timeout(120)
    void shouldSoonBeDoneWithAnOutlierOfVeryManyWaits() {
        Diagnosis diagnosis = Attribution.of(staggered(60_000).run());

        assertThat(diagnosis.outliers())
                .singleElement()
                .satisfies(one -> assertThat(one.stacks()).hasSize(120_000));
        assertThat(diagnosis.leftOut()).isZero();
    }

    /** Calls of one thread that all overlap: each would have all stacks. */
    @Test
    void shouldGiveTheWorstTheirStacksUpToTheBudgetAndCountTheOthers() {
        Runs runs = new Runs();
        for (int i = 0; i < 50; i++) {
            iteration(runs, i, 10_000 - i * i);
        }
        for (int i = 0; i < 40; i++) {
            sleep(runs, 100 + 10 * i, 105 + 10 * i, "job", "sleep");
        }

        Diagnosis diagnosis = Attribution.of(runs.run(), 4 * 40 + 39);

        assertThat(diagnosis.outliers()).extracting(one -> one.stacks().size()).startsWith(40, 40, 40, 40, 0);
        assertThat(diagnosis.outliers().stream().skip(4))
                .allMatch(one -> one.stacks().isEmpty());
        assertThat(diagnosis.outliers()).allMatch(one -> one.evidence().size() == 40);
        assertThat(diagnosis.leftOut()).isEqualTo(46);
        assertThat(Attribution.of(runs.run()).leftOut()).isZero();
    }
}
