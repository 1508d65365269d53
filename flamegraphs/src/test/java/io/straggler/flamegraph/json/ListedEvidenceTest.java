package io.straggler.flamegraph.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.Place;
import io.straggler.model.RunId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListedEvidenceTest {
    private static final long START_NS = 1_000_000;
    private static final long END_NS = 2_000_000;

    /** Queued for a millisecond and ran for another. */
    private static DiagnosedOutlier outlier(List<Evidence> evidence) {
        Iteration iteration = new Iteration(new RunId(0, 1), 0, START_NS, END_NS, START_NS, 0);
        return new DiagnosedOutlier(
                new Outlier(iteration, 1_000, List.of()),
                List.of(),
                List.of(),
                List.of(),
                0,
                evidence.stream()
                        .sorted(Comparator.comparingLong(Evidence::startNs))
                        .toList(),
                List.of());
    }

    private static Evidence event(long startNs, long durationNs) {
        return new Evidence(
                Evidence.Kind.COMPILATION,
                startNs,
                startNs + durationNs,
                Evidence.ANY_THREAD,
                Place.of("" + durationNs));
    }

    @Test
    void shouldListAllOfAFew() {
        List<Evidence> few = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            few.add(event(i * 1_000, 1));
        }

        assertThat(ListedEvidence.of(outlier(few))).isEqualTo(new ListedEvidence(few, 0));
    }

    @Test
    void shouldListWhatHappenedWhileItRanAndTheLongestOfTheQueue() {
        List<Evidence> all = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            // Longer ones are earlier, and nothing of the queue reaches into the run.
            all.add(event(i * 1_000, 1_000 - i));
        }
        Evidence reachingIn = event(START_NS - 5, 6);
        Evidence atTheEnd = event(END_NS, 7);
        all.add(reachingIn);
        all.add(atTheEnd);

        ListedEvidence evidence = ListedEvidence.of(outlier(all));

        assertThat(evidence.listed()).hasSize(22).endsWith(reachingIn, atTheEnd);
        assertThat(evidence.listed().subList(0, 20)).isEqualTo(all.subList(0, 20));
        assertThat(evidence.leftOut()).isEqualTo(230);
    }

    @Test
    void shouldNotListMoreThanTheLongestHundredOfTheRun() {
        List<Evidence> all = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            all.add(event(START_NS + i * 1_000, 1 + i));
        }

        ListedEvidence evidence = ListedEvidence.of(outlier(all));

        assertThat(evidence.listed()).isEqualTo(all.subList(50, 150));
        assertThat(evidence.leftOut()).isEqualTo(50);
    }
}
