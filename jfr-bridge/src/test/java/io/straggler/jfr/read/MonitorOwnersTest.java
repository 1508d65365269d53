package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.read.MonitorOwners.Held;
import org.junit.jupiter.api.Test;

class MonitorOwnersTest {
    private static final long MONITOR = 0x7f00;
    private static final long OTHER = 0x7f80;

    private final MonitorOwners owners = new MonitorOwners();

    private Held longest(long previousOwner) {
        return owners.longest(MONITOR, previousOwner, 0, 100);
    }

    @Test
    void shouldNameWhoHadItAllTheTime() {
        owners.entered(1, OTHER, 9, 50);
        owners.entered(1, MONITOR, 9, 0);
        owners.entered(1, MONITOR, 9, 100);

        assertThat(longest(1)).isEqualTo(new Held(1, 0, 100));
    }

    /** 2 and 3 were in the queue, in front of the thread that asks; 4 let them wait. */
    @Test
    void shouldGoBackThroughAQueueToWhoLetItGrow() {
        owners.entered(2, MONITOR, 3, 99);
        owners.entered(3, MONITOR, 4, 97);
        owners.entered(4, MONITOR, 5, 10);

        assertThat(longest(2)).isEqualTo(new Held(4, 10, 97));
    }

    @Test
    void shouldNameTheLastIfItHadItLongest() {
        owners.entered(2, MONITOR, 3, 30);
        owners.entered(3, MONITOR, 4, 10);

        assertThat(longest(2)).isEqualTo(new Held(2, 30, 100));
    }

    @Test
    void shouldNameNobodyForATimeOfWhichNothingIsKnown() {
        owners.entered(2, MONITOR, 0, 90);

        assertThat(longest(2)).isEqualTo(new Held(0, 0, 90));
    }

    /** 2 waited for it too, not long enough for an event, so nothing says that 4 had it before. */
    @Test
    void shouldNameWhoWasSeenWithItRatherThanTheLastWhoseWaitIsUnknown() {
        owners.seen(4, MONITOR, 30);
        owners.seen(4, OTHER, 60);
        owners.seen(5, MONITOR, 100);

        assertThat(longest(2)).isEqualTo(new Held(4, 0, 100));
    }

    @Test
    void shouldTakeItFromWhoWasSeenWhenAnotherWasSeen() {
        owners.seen(4, MONITOR, 30);
        owners.seen(2, MONITOR, 40);
        owners.seen(2, MONITOR, 90);

        assertThat(longest(2)).isEqualTo(new Held(2, 40, 100));
    }

    @Test
    void shouldFollowAQueueUpToWhoWasSeen() {
        owners.entered(2, MONITOR, 3, 99);
        owners.seen(4, MONITOR, 30);

        assertThat(longest(2)).isEqualTo(new Held(4, 0, 99));
    }

    @Test
    void shouldKeepTwoThreadsApartThatTakeTurns() {
        for (int i = 1; i < 10; i++) {
            owners.entered(2 + i % 2, MONITOR, 2 + (i + 1) % 2, i * 10L + (i < 5 ? 5 : 0));
        }

        Held longest = longest(3);
        assertThat(longest.untilNs() - longest.sinceNs()).isEqualTo(15);
    }
}
