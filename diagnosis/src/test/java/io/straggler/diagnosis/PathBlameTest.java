package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.blame.Culprit;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.IterationPath.Segment;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.model.Iteration;
import io.straggler.model.RunId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathBlameTest {
    private static final long THRESHOLD = 500;
    private static final long NORMAL = 20;
    private static final long FIRST_WORKER = 10;
    private static final long FINISHER = 30;

    private final List<DiagnosedOutlier> outliers = new ArrayList<>();

    private void outlier(long startNs, long endNs, Segment... segments) {
        outlier(new Iteration(new RunId(0, 1), startNs, startNs, endNs, 0, 0), segments);
    }

    private void outlier(Iteration iteration, Segment... segments) {
        outliers.add(Runs.onPath(iteration, THRESHOLD, segments));
    }

    private Blame blame() {
        return PathBlame.of(outliers, NORMAL);
    }

    private static Segment queued(long queuedNs, long fromNs, long toNs, long thread) {
        return new Segment(queuedNs, fromNs, fromNs, toNs, thread, "thread " + thread);
    }

    @Test
    void shouldBlameWhatTheThreadWorkedOnMeanwhile() {
        outlier(0, 5_000, queued(0, 0, 5_000, FINISHER));
        outlier(1_000, 5_020, queued(1_000, 5_000, 5_020, FINISHER));
        outlier(2_000, 5_040, queued(2_000, 5_020, 5_040, FINISHER));

        Blame blame = blame();

        assertThat(blame.culprits()).first().satisfies(culprit -> {
            assertThat(culprit.iteration().intendedNs()).isZero();
            assertThat(culprit.othersNs()).isEqualTo(4_000 + 3_000);
            assertThat(culprit.victims())
                    .containsExactly(new Culprit.Victim(1_000, 4_000), new Culprit.Victim(2_000, 3_000));
        });
        assertThat(blame.parts().get(2_000L))
                .as("the second one took no longer than usual, so that is load")
                .isEqualTo(new Blame.Parts(20, 0, 3_000, 20));
        assertThat(blame.waits().get(2_000L)).containsExactly(new Blame.Wait(0, 3_000));
    }

    /** The pacing thread had no core until 4,000, and then started all three. */
    @Test
    void shouldBlameWhoKeptThePacingThread() {
        outlier(new Iteration(new RunId(0, 1), 0, 4_000, 4_050, 0, 4_000), queued(4_020, 4_020, 4_050, FINISHER));
        outlier(new Iteration(new RunId(0, 1), 1_000, 4_010, 4_070, 3_000, 10), queued(4_030, 4_050, 4_070, FINISHER));

        assertThat(blame().parts().get(1_000L)).isEqualTo(new Blame.Parts(40, 10, 3_000, 20));
        assertThat(blame().waits().get(1_000L)).containsExactly(new Blame.Wait(0, 3_000));
    }

    /** The first one waited for a core with its thread, and so did who was behind it. */
    @Test
    void shouldBlameWhoTheThreadHadNoCoreFor() {
        outlier(0, 4_020, new Segment(0, 0, 4_000, 4_020, FINISHER, "finisher"));
        outlier(1_000, 4_040, queued(1_000, 4_020, 4_040, FINISHER));

        assertThat(blame().parts().get(1_000L)).isEqualTo(new Blame.Parts(20, 0, 3_020, 0));
    }

    @Test
    void shouldNotBlameAnotherThreadsWork() {
        outlier(0, 5_000, queued(0, 0, 5_000, FIRST_WORKER));
        outlier(1_000, 5_020, queued(1_000, 5_000, 5_020, FINISHER));

        assertThat(blame().parts().get(1_000L)).isEqualTo(new Blame.Parts(20, 0, 0, 4_000));
    }

    @Test
    void shouldCarryTheWaitingBackToWhatMadeTheCulpritSlow() {
        outlier(0, 5_000, queued(0, 0, 5_000, FINISHER));
        outlier(1_000, 5_020, queued(1_000, 5_000, 5_020, FINISHER));
        Diagnosis diagnosis = new Diagnosis(outliers, new CoverageCount(null).coverage(0), List.of(), List.of());

        RunBudget budget = RunBudget.of(diagnosis, blame(), List.of(), Rules.STANDARD);

        // No stack shows what the culprit did.
        assertThat(budget.causes())
                .filteredOn(sum -> sum.cause() == Cause.NOT_SEEN)
                .singleElement()
                .satisfies(sum -> assertThat(sum.carriedNs()).isEqualTo(4_000));
        assertThat(budget.causes()).noneMatch(sum -> sum.cause() == Cause.INHERITED);
        assertThat(budget.causes().stream()
                        .mapToLong(RunBudget.CauseSum::totalNs)
                        .sum())
                .isEqualTo(budget.latencyNs());
    }

    /** Two stages: workers that take the next iteration when they are free, and one finisher. Times are drawn, and sometimes are long. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void shouldDivideTheWaitingOfATandemQueueExactly(int workers) {
        SplittableRandom random = new SplittableRandom(1_000 + workers);
        long[] freeNs = new long[workers];
        long finisherFreeNs = 0;
        for (int i = 0; i < 2_000; i++) {
            long startNs = 1_000L * i;
            int worker = 0;
            for (int w = 1; w < workers; w++) {
                worker = freeNs[w] < freeNs[worker] ? w : worker;
            }
            long firstNs = Math.max(startNs, freeNs[worker]);
            freeNs[worker] = firstNs + service(random);
            long secondNs = Math.max(freeNs[worker], finisherFreeNs);
            finisherFreeNs = secondNs + service(random);
            if (finisherFreeNs - startNs >= THRESHOLD) {
                outlier(
                        startNs,
                        finisherFreeNs,
                        queued(startNs, firstNs, freeNs[worker], FIRST_WORKER + worker),
                        queued(freeNs[worker], secondNs, finisherFreeNs, FINISHER));
            }
        }

        Blame blame = blame();

        Map<Long, Long> expected = new HashMap<>();
        for (DiagnosedOutlier victim : outliers) {
            long culpritsNs = 0;
            for (DiagnosedOutlier culprit : outliers) {
                long delayNs = culprit == victim ? 0 : delayNs(victim, culprit);
                culpritsNs += delayNs;
                expected.merge(culprit.outlier().iteration().intendedNs(), delayNs, Long::sum);
            }
            long tag = victim.outlier().iteration().intendedNs();
            long queuedNs = victim.path().orElseThrow().queuedNs();
            if (queuedNs > 0) {
                assertThat(blame.parts().get(tag).culpritsNs()).isEqualTo(culpritsNs);
                assertThat(blame.parts().get(tag).loadNs()).isEqualTo(queuedNs - culpritsNs);
                assertThat(blame.parts().get(tag).latencyNs())
                        .isEqualTo(victim.outlier().iteration().latencyNs());
            }
        }
        assertThat(outliers).hasSizeGreaterThan(50);
        assertThat(blame.culprits())
                .allSatisfy(culprit -> assertThat(culprit.othersNs())
                        .isEqualTo(expected.getOrDefault(culprit.iteration().intendedNs(), 0L)));
        assertThat(blame.culprits().stream().mapToLong(Culprit::othersNs).sum())
                .isEqualTo(expected.values().stream().mapToLong(Long::longValue).sum());
    }

    private static long service(SplittableRandom random) {
        return random.nextInt(50) == 0 ? 5_000 + random.nextInt(5_000) : 10 + random.nextInt(20);
    }

    /** How long one waited for a thread that worked on the other, for at least a tenth of the threshold. */
    private static long delayNs(DiagnosedOutlier victim, DiagnosedOutlier culprit) {
        long ns = 0;
        for (Segment waited : victim.path().orElseThrow().segments()) {
            for (Segment worked : culprit.path().orElseThrow().segments()) {
                boolean counts =
                        worked.osThreadId() == waited.osThreadId() && worked.toNs() - worked.fromNs() >= THRESHOLD / 10;
                long fromNs = Math.max(waited.queuedNs(), worked.fromNs());
                ns += counts ? Math.max(0, Math.min(waited.readyNs(), worked.toNs()) - fromNs) : 0;
            }
        }
        return ns;
    }
}
