package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.CarrierWait;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Place;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CarrierWaitsTest {
    private static final long THREAD = -42;
    private static final long PINNING = 7;
    private static final String INITIALISER = "VM call to com.acme.Slow.<clinit> on stack";

    private final CarrierWaits carriers = new CarrierWaits();

    private List<Evidence> finished() {
        List<Evidence> finished = new ArrayList<>();
        carriers.finish(finished::add);
        return finished;
    }

    private static Evidence waited(long fromNs, long toNs, Place place) {
        return new Evidence(Kind.CARRIER_WAIT, fromNs, toNs, THREAD, place);
    }

    @Test
    void shouldSayWhatPinnedACarrierForMostOfTheWait() {
        carriers.pinned(0, 150, PINNING, "", "com.acme.Brief.call");
        carriers.pinned(80, 900, PINNING, INITIALISER, "com.acme.Slow.init");
        carriers.waited(new CarrierWait(100, 1_000, THREAD));

        assertThat(finished())
                .containsExactly(waited(
                        100,
                        1_000,
                        Place.of("carrier pinned", "com.acme.Slow.<clinit>").calledBy("com.acme.Slow.init")));
    }

    @Test
    void shouldSayNothingWhereNoneWasPinnedForHalfOfIt() {
        carriers.pinned(0, 500, PINNING, INITIALISER, "com.acme.Slow.init");
        carriers.waited(new CarrierWait(100, 1_000, THREAD));

        assertThat(finished()).containsExactly(waited(100, 1_000, Place.NONE));
    }

    @Test
    void shouldKeepTheJvmsWordsWhereTheyAreOthers() {
        carriers.pinned(0, 1_000, PINNING, "Native frame on stack", "");
        carriers.waited(new CarrierWait(100, 1_000, THREAD));

        assertThat(finished()).containsExactly(waited(100, 1_000, Place.of("carrier pinned", "Native frame on stack")));
    }

    @Test
    void shouldTakeWhatASleepLastedBeyondItsTime() {
        carriers.slept(THREAD, 0, 1_000_000, 81_000_000);
        carriers.slept(THREAD, 0, 1_000_000, 1_199_999);

        assertThat(finished()).containsExactly(waited(1_000_000, 81_000_000, Place.NONE));
    }

    @Test
    void shouldFindForEachWaitWhatPinnedACarrierThen() {
        for (int i = 9; i >= 0; i--) {
            carriers.pinned(i * 1_000, i * 1_000 + 800, PINNING, "", "com.acme.Slow.call" + i);
            carriers.waited(new CarrierWait(i * 1_000 + 100, i * 1_000 + 700, THREAD));
        }

        List<Evidence> expected = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Place place = Place.of("carrier pinned", "").calledBy("com.acme.Slow.call" + i);
            expected.add(waited(i * 1_000 + 100, i * 1_000 + 700, place));
        }

        assertThat(finished()).containsExactlyElementsOf(expected);
    }
}
