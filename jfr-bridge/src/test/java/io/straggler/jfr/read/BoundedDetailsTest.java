package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.event.IterationEvent;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BoundedDetailsTest {
    private static final RunId RUN = new RunId(0, 1);

    private static Outlier outlier(long tag, long latencyNs) {
        return new Outlier(new Iteration(RUN, tag, tag, tag + latencyNs, 0, 0), 10, List.of());
    }

    @Test
    void shouldKeepEverythingWhileThereIsRoom() {
        BoundedDetails details = new BoundedDetails(1 + 2 * BoundedDetails.PER_OUTLIER);

        assertThat(details.take()).isTrue();
        assertThat(details.take(outlier(1, 100))).isTrue();
        assertThat(details.take(outlier(2, 1))).isTrue();
        assertThat(details.dropped()).isEmpty();
    }

    @Test
    void shouldKeepTheSlowestOutliersOfManyAndSayWhichItDropped() {
        BoundedDetails details = new BoundedDetails(100 * BoundedDetails.PER_OUTLIER);
        Random random = new Random(1);
        long[] latenciesNs = LongStream.range(0, 5_000)
                .map(i -> 1_000 + random.nextInt(1_000_000))
                .toArray();

        StragglerEvents chunk = null;
        for (int i = 0; i < latenciesNs.length; i++) {
            chunk = i % 700 == 0 ? details.chunk() : chunk;
            Outlier outlier = outlier(i, latenciesNs[i]);
            if (details.take(outlier)) {
                chunk.outliers.add(outlier);
            }
        }

        long[] ordered = LongStream.of(latenciesNs).sorted().toArray();
        List<Long> kept = details.all().stream()
                .flatMap(events -> events.outliers.stream())
                .map(outlier -> outlier.iteration().latencyNs())
                .sorted()
                .toList();
        assertThat(kept).hasSizeBetween(40, 100);
        // All that are as slow as the mildest one that is left are left.
        assertThat(kept.get(0)).isEqualTo(ordered[ordered.length - kept.size()]);
        assertThat(details.dropped())
                .startsWith("more than fits into memory; dropped " + (5_000 - kept.size()) + " outliers, those below ")
                .endsWith("More memory (java -Xmx) keeps more");
    }

    @Test
    void shouldDropBusyPeriodsWhole() {
        BoundedDetails details = new BoundedDetails(100);
        StragglerEvents chunk = details.chunk();
        chunk.pid = 1L;
        for (int period = 0; period < 30; period++) {
            for (int k = 0; k < 3; k++) {
                long tag = period * 1_000_000L + k;
                Outlier outlier = outlier(tag, (period % 2 == 0 ? 500_000 : 100) + period - k);
                if (details.take(outlier)) {
                    chunk.outliers.add(outlier);
                }
                if (details.take()) {
                    chunk.periodParts.add(new IterationEvent.Part(period, 0, outlier.iteration()));
                }
            }
        }

        List<Long> periods =
                chunk.periodParts.stream().map(IterationEvent.Part::period).toList();
        long whole = periods.stream()
                .distinct()
                .filter(period -> periods.stream().filter(period::equals).count() == 3)
                .count();
        assertThat(whole).isEqualTo(periods.stream().distinct().count()).isGreaterThan(3);
    }

    @Test
    void shouldGiveASmallHeapLittleAndALargeOneNoMoreThanItNeeds() {
        assertThat(Capacity.ofHeap(1 << 20)).isEqualTo(new Capacity(80_000, 20_000, 20_000));
        assertThat(Capacity.ofHeap(512L << 20).details()).isBetween(1_000_000L, 2_500_000L);
        assertThat(Capacity.ofHeap(64L << 30)).isEqualTo(new Capacity(8_000_000, 3_000_000, 1_000_000));
    }
}
