package io.straggler.sampler.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Witness;
import io.straggler.sampler.linux.NativeSleep;
import io.straggler.sampler.linux.NativeThread;
import org.junit.jupiter.api.Test;

class SwitchRecordsTest {
    private static final long MILLISECOND_NS = 1_000_000;

    private final long osThreadId = NativeThread.currentId();

    private static void sleep() {
        NativeSleep.sleep(MILLISECOND_NS);
    }

    @Test
    void shouldSayWhenAWatchedThreadHadNoCore() {
        try (SwitchRecords switches = new SwitchRecords(Witness.SWITCHES)) {
            long fromNs = System.nanoTime();
            assertThat(switches.between(osThreadId, fromNs, fromNs)).isEmpty();
            switches.watchServed(osThreadId);
            switches.watchServed(osThreadId);
            sleep();

            assertThat(switches.between(osThreadId, fromNs, System.nanoTime())).hasValueSatisfying(times -> {
                assertThat(times.sinceNs()).isEqualTo(fromNs);
                assertThat(times.intervals())
                        .anySatisfy(one -> assertThat(one.toNs() - one.fromNs()).isGreaterThan(MILLISECOND_NS / 2));
            });
            assertThat(switches.troubles()).isEmpty();
            switches.forget(osThreadId);
            assertThat(switches.between(osThreadId, fromNs, System.nanoTime())).isEmpty();
        }
    }

    @Test
    void shouldPassOverAThreadThatHasEnded() {
        try (SwitchRecords switches = new SwitchRecords(Witness.SWITCHES)) {
            switches.watchServed(Integer.MAX_VALUE);
            assertThat(switches.between(Integer.MAX_VALUE, 0, 1)).isEmpty();
            assertThat(switches.troubles()).isEmpty();
        }
    }
}
