package io.straggler.sampler.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.CoreUser;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.WakeUp;
import io.straggler.model.Witness;
import io.straggler.sampler.linux.NativeSleep;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.linux.Permitted;
import io.straggler.sampler.linux.SpinningThread;
import io.straggler.sampler.linux.WakeUps;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
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

    @Test
    void shouldRecordNothingUnlessAsked() {
        try (SwitchRecords switches = new SwitchRecords(Witness.OFF)) {
            long fromNs = System.nanoTime();
            switches.watch(osThreadId, SwitchRecords.HELPER_PAGES);
            switches.watchServed(osThreadId);
            sleep();
            switches.look(System.nanoTime());

            assertThat(switches.between(osThreadId, fromNs, System.nanoTime())).isEmpty();
            assertThat(switches.troubles()).isEmpty();
        }
    }

    @Test
    void shouldSayWhoEndedAWaitIfAskedForEverything() {
        assertThat(wakeUps(Witness.SWITCHES)).isEmpty();
        boolean permitted = Permitted.open(() -> {
                    WakeUps.open(WakeUps.tracepoint(), 0, 1, Set.of(osThreadId)).close();
                    return true;
                })
                .isPresent();
        if (permitted) {
            // A timer ends a sleep.
            assertThat(wakeUps(Witness.AUTO)).extracting(WakeUp::by).contains(CoreUser.INTERRUPT);
        } else {
            assertThat(wakeUps(Witness.AUTO)).isEmpty();
        }
    }

    private List<WakeUp> wakeUps(Witness asked) {
        BitSet allowed = NativeThread.allowedCpus(0);
        int core = allowed.nextSetBit(0);
        try (SwitchRecords switches = new SwitchRecords(asked);
                SpinningThread spinning = new SpinningThread("spins", core)) {
            switches.watch(osThreadId, SwitchRecords.HELPER_PAGES);
            // A core that is not idle: kernels have been seen to record no wake-up on some that are.
            NativeThread.pinCurrent(core);
            assertThat(spinning.osThreadId()).isPositive();
            long fromNs = System.nanoTime();
            spinning.during(SwitchRecordsTest::sleep);
            OffCoreTimes times =
                    switches.between(osThreadId, fromNs, System.nanoTime()).orElseThrow();
            return times.intervals().stream()
                    .flatMap(one -> one.wakeUp().stream())
                    .toList();
        } finally {
            NativeThread.allowCpus(0, allowed);
        }
    }
}
