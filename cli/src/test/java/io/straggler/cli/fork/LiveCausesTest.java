package io.straggler.cli.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.BusyPeriod;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.Place;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunId;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveCausesTest {
    private static final long MS = 1_000_000;

    private final LiveCauses causes = new LiveCauses(true);

    /** One outlier of 10 ms, of which evidence explains the beginning. */
    private static RecordedRun run(Evidence.Kind kind, long explainedMs) {
        Iteration iteration = new Iteration(new RunId(0, 1), 0, 0, 10 * MS, 0, 0);
        return recorded(
                List.of(new Outlier(iteration, MS, List.of())),
                List.of(new BusyPeriod(List.of(iteration), 0)),
                List.of(new Evidence(kind, 0, explainedMs * MS, Evidence.ANY_THREAD, Place.NONE)));
    }

    private static RecordedRun recorded(List<Outlier> outliers, List<BusyPeriod> periods, List<Evidence> evidence) {
        return RecordedRun.builder()
                .outliers(outliers)
                .periods(periods)
                .evidence(evidence)
                .build();
    }

    @Test
    void shouldSayNothingWithoutOutliers() {
        causes.add(recorded(List.of(), List.of(), List.of()));

        assertThat(causes.words()).isEmpty();
    }

    @Test
    void shouldNameTheLargestFirstAsSharesOfAllLatencySoFar() {
        causes.add(run(Evidence.Kind.VM_OPERATION, 2));
        assertThat(causes.words()).isEqualTo("VM operation 20%");

        causes.add(run(Evidence.Kind.GC_PAUSE, 6));
        assertThat(causes.words()).isEqualTo("GC pause 30%, VM operation 10%");
    }

    @Test
    void shouldLeaveOutWhatOnlyStacksCouldTell() {
        causes.add(run(Evidence.Kind.COMPILATION, 10));

        assertThat(causes.words()).isEmpty();
    }
}
