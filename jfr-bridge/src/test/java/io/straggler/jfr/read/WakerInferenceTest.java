package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** In made-up time: a million is a millisecond. */
class WakerInferenceTest {
    private static final long ME = 100;
    private static final long MS = 1_000_000;

    private final WakerInference wakers = new WakerInference();
    private final List<Evidence> waits = new ArrayList<>();

    private static Evidence park(long osId, long startNs, long endNs, String what) {
        return new Evidence(Kind.PARK, startNs, endNs, osId, Place.of(what));
    }

    /** A wait of five milliseconds, every twenty of them. */
    private Evidence waited(int number, String what) {
        Evidence wait = park(ME, number * 20 * MS, number * 20 * MS + 5 * MS, what);
        waits.add(wait);
        return wait;
    }

    private void sleeps(int thread, String name, long fromNs, long toNs) {
        wakers.blocked(thread, thread, name, park(Evidence.ANY_THREAD, fromNs, toNs, "its queue"));
    }

    private Map<Evidence, WakerInference.Sleeper> named() {
        return wakers.of(waits);
    }

    @Test
    void shouldNameWhoIsBlockedAgainWheneverAWaitHasEnded() {
        for (int i = 0; i < 5; i++) {
            Evidence wait = waited(i, "future");
            sleeps(1, "worker", wait.endNs() - 30_000, wait.endNs() + 14 * MS);
            sleeps(2, "ticker", wait.startNs() + 3 * MS, wait.startNs() + 4 * MS);
        }
        assertThat(named()).hasSize(5);
        assertThat(named().values()).allMatch(one -> one.name().equals("worker"));
    }

    @Test
    void shouldNameNobodyAfterSoFewWaitsThatItCouldBeChance() {
        for (int i = 0; i < 2; i++) {
            Evidence wait = waited(i, "future");
            sleeps(1, "worker", wait.endNs() - 30_000, wait.endNs() + 14 * MS);
        }
        assertThat(named().keySet()).isEmpty();
    }

    @Test
    void shouldTakeThreadsOfAPoolForOneAndNameTheRightOne() {
        for (int i = 0; i < 6; i++) {
            Evidence wait = waited(i, "future");
            sleeps(i % 3, "pool-1-thread-" + i % 3, wait.endNs() + 50_000, wait.endNs() + 12 * MS);
        }
        Map<Evidence, WakerInference.Sleeper> named = named();
        for (int i = 0; i < 6; i++) {
            assertThat(named.get(waits.get(i)).name()).isEqualTo("pool-1-thread-" + i % 3);
        }
    }

    @Test
    void shouldNameNobodyWhereTwoCouldHaveBeenIt() {
        for (int i = 0; i < 6; i++) {
            Evidence wait = waited(i, "latch");
            sleeps(1, "first", wait.endNs() - 30_000, wait.endNs() + 14 * MS);
            sleeps(2, "second", wait.endNs() - 90_000, wait.endNs() + 14 * MS);
        }
        assertThat(named().keySet()).isEmpty();
    }

    @Test
    void shouldOnlyNameThoseThatMatchWhereAnotherEndsTheRest() {
        for (int i = 0; i < 40; i++) {
            Evidence wait = waited(i, "queue");
            if (i % 2 == 0) {
                sleeps(1, "producer", wait.endNs() - 30_000, wait.endNs() + 14 * MS);
            }
        }
        assertThat(named().keySet()).hasSize(20).allMatch(wait -> wait.startNs() / (20 * MS) % 2 == 0);
    }

    @Test
    void shouldLookAtWaitsForEachThingAlone() {
        for (int i = 0; i < 40; i++) {
            Evidence wait = waited(i, i < 5 ? "future" : "queue");
            sleeps(1, "worker", wait.startNs() + 2 * MS, wait.startNs() + 3 * MS);
            if (i < 5) {
                sleeps(1, "worker", wait.endNs() - 30_000, wait.endNs() + 14 * MS);
            }
        }
        assertThat(named().keySet())
                .allMatch(wait -> wait.place().words().equals("future"))
                .hasSize(5);
    }

    /** It ends one wait in ten, which is no chance; but twice as many match because it is blocked over and over. */
    @Test
    void shouldNameNobodyWhereMostMatchesAreChance() {
        Random random = new Random(1);
        int count = 1_000;
        for (int i = 0; i < count; i++) {
            Evidence wait = waited(i, "queue");
            if (i % 10 == 0) {
                sleeps(1, "producer", wait.endNs() - 30_000, wait.endNs());
            }
        }
        for (double at = 0; at < 20e6 * count; at += -MS * Math.log(1 - random.nextDouble())) {
            sleeps(1, "producer", (long) at, (long) at + 1);
        }
        assertThat(named().keySet()).isEmpty();
    }

    @Test
    void shouldNotNameTheWaitingThreadItself() {
        for (int i = 0; i < 6; i++) {
            Evidence wait = waited(i, "queue");
            sleeps((int) ME, "me", wait.endNs() + 20_000, wait.endNs() + 14 * MS);
        }
        assertThat(named().keySet()).isEmpty();
    }

    /** Twenty threads that are blocked at any time, up to two thousand times a second each: in a thousand programs at most one of them is named. */
    @Test
    void shouldNameNobodyByChance() {
        Random random = new Random(1);
        int programs = 1_000;
        int wrong = 0;
        for (int program = 0; program < programs; program++) {
            WakerInference made = new WakerInference();
            List<Evidence> all = new ArrayList<>();
            int count = 1 + random.nextInt(12);
            for (int i = 0; i < count; i++) {
                all.add(park(ME, i * 20 * MS, i * 20 * MS + 1 * MS + random.nextInt((int) (10 * MS)), "future"));
            }
            for (int thread = 0; thread < 20; thread++) {
                double everyNs = MS * Math.exp(random.nextDouble() * 5 - 0.7);
                String name = "thread " + (char) ('a' + thread);
                for (double at = 0; at < 20e6 * count; at += -everyNs * Math.log(1 - random.nextDouble())) {
                    made.blocked(thread, thread, name, park(Evidence.ANY_THREAD, (long) at, (long) at + 1, "its own"));
                }
            }
            wrong += made.of(all).isEmpty() ? 0 : 1;
        }
        assertThat(wrong).isLessThanOrEqualTo(3);
    }
}
