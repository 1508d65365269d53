package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.Place;
import io.straggler.model.RunId;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundedEvidenceTest {
    private static Outlier outlier(long intendedNs, long endNs) {
        return new Outlier(new Iteration(new RunId(0, 1), intendedNs, intendedNs, endNs, 0, 0), 1, List.of());
    }

    private static BoundedEvidence kept(long most, Outlier... outliers) {
        return new BoundedEvidence(OutlierWindows.of(List.of(outliers), List.of(), 0), most);
    }

    private static Evidence park(long startNs, long endNs) {
        return new Evidence(Evidence.Kind.PARK, startNs, endNs, 1, Place.NONE);
    }

    @Test
    void shouldKeepWhatOverlapsAnOutlier() {
        BoundedEvidence kept = kept(10, outlier(10_000_000, 10_000_100), outlier(5_000, 5_100), outlier(5_050, 5_200));
        List<Evidence> relevant =
                List.of(park(4_900, 5_000), park(5_150, 5_160), park(5_200, 6_000), park(9_000_000, 20_000_000));
        relevant.forEach(kept::add);
        kept.add(park(4_900, 4_999));
        kept.add(park(5_201, 6_000));

        assertThat(kept.dropped()).isZero();
        assertThat(kept.inOrder()).isEqualTo(relevant);
        assertThat(kept.wants(5_150, 5_160)).isTrue();
        assertThat(kept.wants(5_201, 6_000)).isFalse();
    }

    @Test
    void shouldKeepTheBeginningWhereThereAreNoOutliers() {
        BoundedEvidence kept = kept(10);
        for (int i = 0; i < BoundedEvidence.MAX_OTHER + 10; i++) {
            kept.add(park(i, i));
        }

        assertThat(kept.dropped()).isZero();
        assertThat(kept.inOrder())
                .hasSize(BoundedEvidence.MAX_OTHER)
                .startsWith(park(0, 0))
                .endsWith(park(BoundedEvidence.MAX_OTHER - 1, BoundedEvidence.MAX_OTHER - 1));
    }

    @Test
    void shouldTellWhenEvenThatIsTooMuch() {
        BoundedEvidence kept = kept(5, outlier(0, 10));
        Evidence one = park(1, 2);
        for (int i = 0; i < 5 + 3; i++) {
            kept.add(one);
        }

        assertThat(kept.dropped()).isEqualTo(3);
        assertThat(kept.inOrder()).hasSize(5);
    }

    private static Evidence pause(long startNs) {
        return new Evidence(Evidence.Kind.GC_PAUSE, startNs, startNs + 1, Evidence.ANY_THREAD, Place.NONE);
    }

    @Test
    void shouldMakeRoomForWhatIsKnownOnlyAtTheEnd() {
        BoundedEvidence kept = kept(10, outlier(0, 100));
        for (int i = 0; i < 10; i++) {
            kept.add(park(i, i));
        }
        kept.addAtEnd(pause(50));
        kept.addAtEnd(pause(200));

        assertThat(kept.inOrder()).hasSize(10).startsWith(park(0, 0)).endsWith(park(8, 8), pause(50));
        assertThat(kept.dropped()).isEqualTo(1);
    }

    @Test
    void shouldLeaveHalfOfTheRoomToTheOthers() {
        BoundedEvidence kept = kept(10, outlier(0, 100));
        for (int i = 0; i < 10; i++) {
            kept.add(park(i, i));
        }
        for (int i = 50; i < 60; i++) {
            kept.addAtEnd(pause(i));
        }

        assertThat(kept.inOrder())
                .hasSize(10)
                .startsWith(park(0, 0))
                .contains(park(4, 4), pause(50))
                .endsWith(pause(54));
        assertThat(kept.dropped()).isEqualTo(10);
    }
}
