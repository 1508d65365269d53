package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.Standstills.Named;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.Place;
import io.straggler.model.RecordedRun;
import io.straggler.model.RecordedStops;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StandstillsTest {
    private static final long MS = 1_000_000;
    private static final RunId RUN = new RunId(0, 1);

    private final List<Evidence> stops = new ArrayList<>();
    private final List<Outlier> outliers = new ArrayList<>();

    private void stop(Kind kind, long fromMs, long toMs, String name) {
        stops.add(new Evidence(kind, fromMs * MS, toMs * MS, Evidence.ANY_THREAD, Place.of(name)));
    }

    private void outlier(long fromMs, long toMs) {
        outliers.add(new Outlier(new Iteration(RUN, fromMs * MS, fromMs * MS, toMs * MS, 0, 0), 1, List.of()));
    }

    /** A second from 1,000 ms on, with a threshold of 20 ms. */
    private static RunOutcome.Builder outcome() {
        return RunOutcome.of(RUN)
                .originNs(1_000 * MS)
                .startEpochMs(50_000)
                .endEpochMs(51_000)
                .thresholdNs(20 * MS);
    }

    private Standstills standstills(RunOutcome outcome, long dropped) {
        return Standstills.of(RecordedRun.builder()
                .runs(List.of(outcome))
                .outliers(outliers)
                .stops(new RecordedStops(RecordedStops.MIN_NS, stops))
                .dropped(dropped)
                .build());
    }

    @Test
    void shouldAddUpStopsThatMetNoOutlierByWhatTheyWere() {
        outlier(1_100, 1_200);
        outlier(1_120, 1_130);
        stop(Kind.GC_PAUSE, 1_010, 1_020, "Young");
        stop(Kind.GC_PAUSE, 1_150, 1_190, "Young");
        stop(Kind.VM_OPERATION, 1_300, 1_450, "GC_HeapInspection");
        stop(Kind.GC_PAUSE, 1_500, 1_530, "Young");
        stop(Kind.PROCESS_STALL, 1_600, 1_650, "");

        Standstills standstills = standstills(outcome().build(), 0);

        assertThat(standstills)
                .isEqualTo(new Standstills(
                        4,
                        150 * MS,
                        240 * MS,
                        5 * MS,
                        false,
                        List.of(
                                new Named(Cause.VM_OPERATION, Place.of("GC_HeapInspection"), 1, 150 * MS, 150 * MS),
                                new Named(Cause.STOPPED, Place.NONE, 1, 50 * MS, 50 * MS),
                                new Named(Cause.GC_PAUSE, Place.of("Young"), 2, 30 * MS, 40 * MS))));
    }

    @Test
    void shouldCountOnlyWhatIsLongEnoughAndInTheMeasuredTime() {
        stop(Kind.GC_PAUSE, 900, 990, "before");
        stop(Kind.GC_PAUSE, 1_100, 1_104, "short");
        stop(Kind.GC_PAUSE, 1_200, 1_205, "long");
        stop(Kind.GC_PAUSE, 2_100, 2_190, "after");

        assertThat(standstills(outcome().build(), 0).byName())
                .extracting(named -> named.place().what())
                .containsExactly("long");
    }

    /** A stop that is shorter than the time from one start to the next may have met no iteration, and made none late. */
    @Test
    void shouldCountOnlyStopsLongerThanTheGapWhereAScheduleSaysWhenIterationsStart() {
        stop(Kind.GC_PAUSE, 1_100, 1_109, "shorter than the gap");
        stop(Kind.GC_PAUSE, 1_200, 1_211, "longer");
        stop(Kind.GC_PAUSE, 1_300, 1_600, "so long that some iteration would have been an outlier");

        Standstills standstills = standstills(outcome().targetPerSecond(100).build(), 0);

        assertThat(standstills.byName())
                .extracting(named -> named.place().what())
                .containsExactly("longer");
        assertThat(standstills.scheduled()).isTrue();
        assertThat(standstills.leastNs()).isEqualTo(10 * MS);
    }

    @Test
    void shouldSayNothingOfTheTimeBehindTheLastOutlierThatFitIntoMemory() {
        outlier(1_300, 1_310);
        stop(Kind.GC_PAUSE, 1_100, 1_190, "early");
        stop(Kind.GC_PAUSE, 1_500, 1_590, "late");

        assertThat(standstills(outcome().build(), 1).byName())
                .extracting(named -> named.place().what())
                .containsExactly("early");
    }
}
