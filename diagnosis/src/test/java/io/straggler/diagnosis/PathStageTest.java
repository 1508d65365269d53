package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.IterationPath.Segment;
import io.straggler.model.Iteration;
import io.straggler.model.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PathStageTest {
    private final List<DiagnosedOutlier> outliers = new ArrayList<>();

    private void outlier(long startNs, long endNs, Segment... segments) {
        Iteration iteration = new Iteration(new RunId(0, 1), startNs, startNs, endNs, 0, 0);
        outliers.add(Runs.onPath(iteration, 1, segments));
    }

    private static Segment segment(long queuedNs, long readyNs, long fromNs, long toNs, String thread) {
        return new Segment(queuedNs, readyNs, fromNs, toNs, thread.hashCode(), thread);
    }

    private List<PathStage> stages() {
        return PathStage.of(outliers);
    }

    @Test
    void shouldAddUpTheTimesOfThePoolsInTheOrderOfTheirWork() {
        // The finisher is met first by number of segments, and comes last on the way.
        outlier(0, 100, segment(0, 0, 0, 10, "pacing"), segment(20, 50, 60, 100, "finisher"));
        outlier(
                1_000,
                1_200,
                segment(1_000, 1_000, 1_000, 1_010, "pacing"),
                segment(1_010, 1_030, 1_035, 1_100, "worker-1"),
                segment(1_100, 1_100, 1_100, 1_120, "worker-12"),
                segment(1_120, 1_120, 1_120, 1_200, "finisher"));
        outlier(5_000, 9_000);

        assertThat(stages())
                .extracting(
                        PathStage::threads,
                        PathStage::outliers,
                        PathStage::queuedNs,
                        PathStage::coreNs,
                        PathStage::workedNs,
                        PathStage::longestNs)
                .containsExactly(
                        tuple("pacing", 2L, 0L, 0L, 20L, 10L),
                        tuple("worker-*", 1L, 20L, 5L, 85L, 85L),
                        tuple("finisher", 2L, 30L, 10L, 120L, 80L),
                        tuple("", 1L, 0L, 0L, 10L, 10L));
        assertThat(stages().stream().mapToLong(PathStage::ns).sum()).isEqualTo(100 + 200);
    }

    @Test
    void shouldHaveNoStagesWhereEveryOutlierStaysWithOnePool() {
        outlier(0, 100, segment(0, 0, 0, 10, "worker-1"), segment(10, 10, 10, 90, "worker-2"));
        outlier(200, 300);

        assertThat(stages()).isEmpty();
    }

    @Test
    void shouldTellPercentilesOfOneOutliersTimeWhereTenLieAbove() {
        for (int i = 1; i <= 40; i++) {
            outlier(0, 50, segment(0, 0, 0, i, "a"), segment(i, i, i, 50, "b"));
        }

        PathStage first = stages().get(0);
        assertThat(first.workedNs(50)).isEqualTo(OptionalLong.of(20));
        assertThat(first.workedNs(75)).isEqualTo(OptionalLong.of(30));
        assertThat(first.workedNs(99)).isEmpty();
    }

    @Test
    void shouldKeepTheLongestStagesAndAddUpTheOthers() {
        String names = "abcdefghijklmnopqrstuvw";
        for (int i = 0; i < names.length(); i++) {
            outlier(0, 100 + i, segment(0, 0, 0, 100 + i, names.substring(i, i + 1)));
        }

        List<PathStage> stages = stages();
        assertThat(stages).hasSize(21);
        assertThat(stages)
                .filteredOn(stage -> stage.threads().equals(PathStage.OTHERS))
                .extracting(PathStage::outliers, PathStage::workedNs, PathStage::longestNs)
                .containsExactly(tuple(3L, 303L, 102L));
    }
}
