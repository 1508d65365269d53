package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.Place;
import io.straggler.model.RunId;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a small budget leaves is tested by {@code AttributionTest}. */
class EvidenceOverlapsTest {
    private final Runs runs = new Runs();

    private Outlier call(long startNs, long endNs, long osThreadId) {
        Iteration iteration = new Iteration(new RunId(0, 1), startNs, startNs, endNs, 0, 0);
        Outlier outlier = osThreadId == Evidence.ANY_THREAD
                ? new Outlier(iteration, 1, List.of())
                : new Outlier(iteration, 1, List.of(), osThreadId, "call");
        runs.outliers.add(outlier);
        return outlier;
    }

    private static List<Evidence> overlapping(Outlier outlier, List<Evidence> all) {
        long fromNs = outlier.iteration().intendedNs();
        long toNs = outlier.iteration().endNs();
        return all.stream()
                .filter(one -> !outlier.hasThread()
                        || one.osThreadId() == Evidence.ANY_THREAD
                        || one.osThreadId() == outlier.osThreadId())
                .filter(one -> one.durationNs() == 0
                        ? one.startNs() >= fromNs && one.startNs() <= toNs
                        : one.startNs() < toNs && one.endNs() > fromNs)
                .sorted(Comparator.comparingLong(Evidence::startNs))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void shouldFindForEachOutlierWhatOverlapsIt(int seed) {
        Random random = new Random(seed);
        long[] threads = {Evidence.ANY_THREAD, Runs.THREAD, Runs.THREAD + 1};
        for (int i = 0; i < 60; i++) {
            long startNs = random.nextInt(1_000);
            call(startNs, startNs + 1 + random.nextInt(100), threads[random.nextInt(3)]);
            // No two begin at once, so their order is known.
            long atNs = 17 * i;
            runs.evidence.add(new Evidence(
                    Kind.PARK,
                    atNs,
                    atNs + random.nextInt(3) * random.nextInt(60),
                    threads[random.nextInt(3)],
                    Place.of("" + i)));
        }

        List<List<Evidence>> found = EvidenceOverlaps.of(
                        runs.run().threads(), runs.run().evidence(), runs.outliers)
                .evidence();

        for (int i = 0; i < runs.outliers.size(); i++) {
            assertThat(found.get(i)).as("%d", i).isEqualTo(overlapping(runs.outliers.get(i), runs.evidence));
        }
    }

    /** As in a server with very many threads. */
    @Test
    void shouldNotSpendItsBudgetOnOtherThreads() {
        Outlier own = call(0, 100, Runs.THREAD);
        Outlier other = call(0, 100, Runs.THREAD + 1);
        for (int i = 0; i < 50; i++) {
            runs.evidence.add(new Evidence(Kind.PARK, 2 * i, 2 * i + 1, Runs.THREAD, Place.NONE));
            runs.evidence.add(new Evidence(Kind.PARK, 2 * i, 2 * i + 1, Runs.THREAD + 1, Place.NONE));
        }

        assertThat(EvidenceOverlaps.of(runs.run().threads(), runs.run().evidence(), runs.outliers, 100)
                        .evidence())
                .containsExactly(overlapping(own, runs.evidence), overlapping(other, runs.evidence));
    }
}
