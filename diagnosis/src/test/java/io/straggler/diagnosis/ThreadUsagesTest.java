package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Iteration;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.RunId;
import io.straggler.model.ThreadUsage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ThreadUsagesTest {
    private static final long WORKER = 7;

    private static final OffCoreInterval SLEPT = new OffCoreInterval(900_000, 1_200_000, false);
    private static final OffCoreInterval WAITED = new OffCoreInterval(1_600_000, 1_700_000, true);

    private static final ThreadUsage EARLIER = usage(1_000_000, 1_500_000, SLEPT);
    private static final ThreadUsage LATER = usage(1_510_000, 2_000_000, WAITED);

    private static ThreadUsage usage(long fromNs, long toNs, OffCoreInterval... away) {
        return ThreadUsage.of(fromNs, WORKER)
                .between(fromNs, toNs)
                .runDelayNs(1_000)
                .offCore(Optional.of(new OffCoreTimes(fromNs, List.of(away))))
                .build();
    }

    private static Iteration iteration(long startNs, long endNs) {
        return new Iteration(new RunId(1, 1), startNs, startNs, endNs, 0, 0);
    }

    @Test
    void shouldGiveAnAsynchronousIterationWhatWasRecordedForAnotherOneMeanwhile() {
        ThreadUsages usages = new ThreadUsages(List.of(EARLIER));

        assertThat(usages.during(iteration(1_100_000, 1_400_000))).containsExactly(EARLIER);
        assertThat(usages.during(iteration(1_200_000, 1_600_000))).containsExactly(EARLIER);
        assertThat(usages.during(iteration(1_500_000, 1_600_000))).isEmpty();
        assertThat(usages.take(iteration(1_100_000, 1_400_000))).isEmpty();
    }

    @Test
    void shouldJoinRecordsThatFollowEachOther() {
        ThreadUsages usages = new ThreadUsages(List.of(LATER, EARLIER));

        assertThat(usages.during(iteration(1_100_000, 1_900_000)))
                .singleElement()
                .satisfies(one -> {
                    assertThat(one.fromNs()).isEqualTo(1_000_000);
                    assertThat(one.toNs()).isEqualTo(2_000_000);
                    assertThat(one.runDelayNs()).isEqualTo(2_000);
                    assertThat(one.offCore().orElseThrow().intervals()).containsExactly(SLEPT, WAITED);
                });
    }

    @Test
    void shouldCountAnIntervalOnceThatTwoRecordsTouch() {
        OffCoreInterval open = new OffCoreInterval(1_400_000, 1_505_000, true);
        OffCoreInterval whole = new OffCoreInterval(1_400_000, 1_550_000, true);
        ThreadUsages usages =
                new ThreadUsages(List.of(usage(1_000_000, 1_500_000, open), usage(1_500_000, 2_000_000, whole)));

        assertThat(usages.during(iteration(1_100_000, 1_900_000)))
                .singleElement()
                .extracting(one -> one.offCore().orElseThrow().intervals())
                .isEqualTo(List.of(whole));
    }

    @Test
    void shouldTakeTheRecordThatCoversMostWhereTimeBetweenThemIsUnknown() {
        ThreadUsage apart = usage(1_700_000, 2_000_000);
        ThreadUsages usages = new ThreadUsages(List.of(EARLIER, apart));

        assertThat(usages.during(iteration(1_100_000, 1_900_000))).containsExactly(EARLIER);
        assertThat(usages.during(iteration(1_450_000, 1_900_000))).containsExactly(apart);
    }
}
