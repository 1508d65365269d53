package io.straggler.jfr.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OutlierTimesTest {
    private static Outlier outlier(long thread, long startNs, long endNs) {
        return new Outlier(new Iteration(AnyRecording.RUN, startNs, startNs, endNs, 0, 0), 1, List.of(), thread, "");
    }

    @Test
    void shouldCutAtTheEndsOfTheOutlierThatAnInstantIsIn() {
        OutlierTimes times = new OutlierTimes(List.of(outlier(1, 10, 20), outlier(1, 20, 30), outlier(2, 0, 100)));

        assertThat(times.around(1, 9)).isNull();
        assertThat(times.around(1, 10)).containsExactly(10, 20);
        assertThat(times.around(1, 19)).containsExactly(10, 20);
        assertThat(times.around(1, 20)).containsExactly(20, 30);
        assertThat(times.around(1, 30)).isNull();
        assertThat(times.around(2, 30)).containsExactly(0, 100);
        assertThat(times.around(3, 30)).isNull();
    }

    /** By looking at every outlier. */
    @Test
    void shouldCutWhereverAnOverlappingOutlierBeginsOrEnds() {
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 300; round++) {
            List<Outlier> outliers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                long start = random.nextLong(40);
                outliers.add(outlier(1, start, start + 1 + random.nextLong(20)));
            }
            OutlierTimes times = new OutlierTimes(outliers);
            for (long at = 0; at < 65; at++) {
                long instant = at;
                boolean inside = outliers.stream()
                        .map(Outlier::iteration)
                        .anyMatch(one -> one.startNs() <= instant && instant < one.endNs());
                long from = outliers.stream()
                        .map(Outlier::iteration)
                        .flatMap(one -> List.of(one.startNs(), one.endNs()).stream())
                        .filter(bound -> bound <= instant)
                        .max(Long::compare)
                        .orElse(-1L);
                long to = outliers.stream()
                        .map(Outlier::iteration)
                        .flatMap(one -> List.of(one.startNs(), one.endNs()).stream())
                        .filter(bound -> bound > instant)
                        .min(Long::compare)
                        .orElse(-1L);

                assertThat(times.around(1, at))
                        .as("round %d, at %d", round, at)
                        .isEqualTo(inside ? new long[] {from, to} : null);
            }
        }
    }
}
