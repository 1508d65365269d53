package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import io.straggler.model.Series;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IterationGroupTest {
    private static final RunId RUN = new RunId(0, 1);

    private static Series series(String name, RunId run, long count) {
        return new Series(
                name, run, count, 1, 9, 5, List.of(new Series.Point(50, 5), new Series.Point(100, 9)), List.of());
    }

    private static DiagnosedOutlier outlier(String group) {
        Iteration iteration = new Iteration(RUN, 100, 100, 200, 0, 0);
        return new DiagnosedOutlier(
                new Outlier(iteration, 50, List.of(), Evidence.ANY_THREAD, group),
                List.of(),
                List.of(),
                List.of(),
                100,
                List.of(),
                List.of());
    }

    private static TimeBudget budget(Cause cause, long ns, long usualNs) {
        return new TimeBudget(100, ns + usualNs, List.of(part(cause, ns), part(Cause.USUAL_WORK, usualNs)));
    }

    private static TimeBudget.Part part(Cause cause, long ns) {
        return new TimeBudget.Part(cause, ns, 1, 0, List.of());
    }

    @Test
    void shouldAddUpWhatMadeTheOutliersOfEachGroupSlow() {
        List<IterationGroup> groups = IterationGroup.of(
                List.of(
                        series("latency", null, 99),
                        series("group:b", null, 40),
                        series("group:b", RUN, 7),
                        series("group:a", null, 5),
                        series("group:(others)", null, 3)),
                List.of(outlier("a"), outlier("b"), outlier("a"), outlier("a"), outlier("seldom"), outlier("")),
                List.of(
                        budget(Cause.SLEEP, 60, 40),
                        budget(Cause.GC_PAUSE, 90, 10),
                        budget(Cause.MONITOR, 50, 50),
                        budget(Cause.MONITOR, 20, 900),
                        budget(Cause.PARK, 7, 0),
                        budget(Cause.PARK, 4, 0)));

        assertThat(groups).extracting(IterationGroup::name).containsExactly("b", "a", "(others)");
        assertThat(groups).extracting(group -> group.latencies().count()).containsExactly(40L, 5L, 3L);
        assertThat(groups).extracting(IterationGroup::outliers).containsExactly(1L, 3L, 2L);
        assertThat(groups).extracting(IterationGroup::excessNs).containsExactly(90L, 130L, 11L);
        assertThat(groups)
                .extracting(IterationGroup::leading)
                .containsExactly(
                        Optional.of(new IterationGroup.Leading(Cause.GC_PAUSE, 90)),
                        Optional.of(new IterationGroup.Leading(Cause.MONITOR, 70)),
                        Optional.of(new IterationGroup.Leading(Cause.PARK, 11)));
        assertThat(groups.get(0).valueNs(50)).hasValue(5);
        assertThat(groups.get(0).valueNs(99)).isEmpty();
        assertThat(groups.get(1).valueNs(50)).isEmpty();
    }

    @Test
    void shouldHaveNoGroupsWithoutSeriesOfThem() {
        assertThat(IterationGroup.of(
                        List.of(series("latency", null, 9)), List.of(outlier("a")), List.of(budget(Cause.SLEEP, 1, 0))))
                .isEmpty();
    }
}
