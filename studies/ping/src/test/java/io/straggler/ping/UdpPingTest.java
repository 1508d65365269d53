package io.straggler.ping;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.Harness;
import io.straggler.harness.Probe;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long a ping over UDP looks for an echo that does not come, by a clock that goes on with each look at it. */
@Timeout(60)
class UdpPingTest {
    private static final long TICK_NS = 1_000;
    private static final long START_NS = 1_000_000_000;
    private static final long LOST_AFTER_NS = 200_000_000;
    private static final long HOPELESS_MS = 3_600_000;

    private final List<Long> completed = new ArrayList<>();
    private final List<Long> abandoned = new ArrayList<>();
    private long nowNs = START_NS;

    private long tick() {
        nowNs += TICK_NS;
        return nowNs;
    }

    private PingServer silent() throws IOException {
        return Pings.server(channel -> new Pings.Faulty(channel) {
            @Override
            public void send(long number) {}
        });
    }

    private UdpPing ping(PingServer server, long intervalNs) throws IOException {
        PingOptions options =
                new PingOptions("127.0.0.1", server.address().getPort(), 64, intervalNs, OptionalInt.empty());
        UdpPing ping = new UdpPing(options, LOST_AFTER_NS / 1_000_000, HOPELESS_MS, this::tick);
        ping.setUp(new Listening());
        return ping;
    }

    private final class Listening implements Harness {
        @Override
        public Probe probe(String name) {
            throw new AssertionError("a ping has no probes");
        }

        @Override
        public void watch(Thread thread) {}

        @Override
        public void complete(long intendedNs) {
            completed.add(intendedNs);
        }

        @Override
        public void abandon(long intendedNs) {
            abandoned.add(intendedNs);
        }
    }

    @Test
    void shouldLookUntilTheNextPingIsDueAndNoLonger() throws IOException {
        long intervalNs = 100_000;
        try (PingServer server = silent()) {
            UdpPing ping = ping(server, intervalNs);
            // As the harness calls it: when it is due, or at once if that is past.
            for (int i = 0; i < 50; i++) {
                long intendedNs = START_NS + i * intervalNs;
                nowNs = Math.max(nowNs, intendedNs);
                ping.run(intendedNs);
                assertThat(nowNs - intendedNs).isBetween(intervalNs, intervalNs + 2 * TICK_NS);
            }
            ping.tearDown();
        }
        assertThat(completed).isEmpty();
        assertThat(abandoned).isEmpty();
    }

    @Test
    void shouldCatchUpWithTwiceTheRateThoughNoEchoComes() throws IOException {
        long intervalNs = 100_000;
        int late = 20;
        try (PingServer server = silent()) {
            UdpPing ping = ping(server, intervalNs);
            nowNs = START_NS + late * intervalNs;
            for (int i = 0; i < 3 * late; i++) {
                long intendedNs = START_NS + i * intervalNs;
                long beginNs = Math.max(nowNs, intendedNs);
                nowNs = beginNs;
                ping.run(intendedNs);
                assertThat(nowNs - beginNs).isBetween(intervalNs / 2, intervalNs + 2 * TICK_NS);
            }
            assertThat(nowNs - START_NS).isLessThanOrEqualTo(3 * late * intervalNs + 2 * TICK_NS);
            ping.tearDown();
        }
    }

    @Test
    void shouldGiveUpWhatIsLostThoughTheNextPingIsNotDueForLong() throws IOException {
        try (PingServer server = silent()) {
            UdpPing ping = ping(server, 1_000_000_000);
            ping.run(START_NS);
            ping.tearDown();
        }
        assertThat(abandoned).containsExactly(START_NS);
        assertThat(nowNs - START_NS).isBetween(LOST_AFTER_NS, LOST_AFTER_NS + 3 * TICK_NS);
    }

    @Test
    void shouldGiveUpWhatIsLostThoughAllOtherEchoesComeInTime() throws IOException {
        try (PingServer server = Pings.server(channel -> new Pings.Faulty(channel) {
            @Override
            public void send(long number) throws IOException {
                if (number != 1) {
                    super.send(number);
                }
            }
        })) {
            UdpPing ping = ping(server, LOST_AFTER_NS / 2);
            ping.run(START_NS);
            assertThat(abandoned).isEmpty();
            nowNs = START_NS + LOST_AFTER_NS + TICK_NS;
            ping.run(nowNs);
            ping.tearDown();
        }
        assertThat(abandoned).containsExactly(START_NS);
    }

    @Test
    void shouldNotGiveUpWhatWasSentLate() throws IOException {
        try (PingServer server = silent()) {
            UdpPing ping = ping(server, 100_000);
            nowNs = START_NS + 2 * LOST_AFTER_NS;
            ping.run(START_NS);
            ping.tearDown();
        }
        assertThat(abandoned).isEmpty();
    }
}
