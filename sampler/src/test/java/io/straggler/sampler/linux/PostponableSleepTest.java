package io.straggler.sampler.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Instants that a sleep was to end at, and that it did not end before. */
@Timeout(60)
class PostponableSleepTest {
    private static final long MS = 1_000_000;

    private final PostponableSleep sleep = PostponableSleep.open();
    private final long startNs = System.nanoTime();

    @AfterEach
    void close() {
        sleep.close();
    }

    /** Another thread tries to postpone the sleep until it has ended. */
    private long postponed(long untilMs, long lastMs, long toMs) throws Exception {
        CompletableFuture<Long> dueNs =
                CompletableFuture.supplyAsync(() -> sleep.sleep(startNs + untilMs * MS, startNs + lastMs * MS));
        while (!dueNs.isDone()) {
            sleep.postpone(startNs + toMs * MS);
        }
        assertThat(System.nanoTime()).isGreaterThanOrEqualTo(dueNs.get());
        return (dueNs.get() - startNs) / MS;
    }

    @Test
    void shouldSleepUntilItIsDue() {
        assertThat(sleep.sleep(startNs + 20 * MS, Long.MIN_VALUE)).isEqualTo(startNs + 20 * MS);
        assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(20 * MS);
    }

    @Test
    void shouldSleepForLongerIfOthersSaySo() throws Exception {
        assertThat(postponed(2_000, 5_000, 2_200)).isEqualTo(2_200);
    }

    @Test
    void shouldSleepNoLongerThanItMay() throws Exception {
        assertThat(postponed(2_000, 2_100, 9_000)).isEqualTo(2_100);
        assertThat(postponed(2_150, 2_150, 9_000)).isEqualTo(2_150);
    }

    @Test
    void shouldNotBeShortened() throws Exception {
        assertThat(postponed(300, 500, 10)).isEqualTo(300);
    }
}
