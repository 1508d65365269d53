package io.straggler.ping;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.HarnessResult;
import io.straggler.harness.Task;
import io.straggler.model.Notice;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server on purpose bad: what does not come back is counted, and nobody waits for it. */
@Timeout(120)
class LostDatagramsTest {
    private static final long LOST_AFTER_MS = 5_000;

    /** As many as fit into a socket's buffer, so that none is lost that is not dropped on purpose. */
    private static final int COUNT = 200;

    private static HarnessResult run(PingServer server, int count) throws IOException {
        return run(Pings.task(Transport.UDP, Pings.to(server, 64)), count);
    }

    private static HarnessResult run(Task task, int count) {
        HarnessResult result = Pings.run(task, count);
        assertThat(result.status()).as(result.reason()).isNotEqualTo(RunStatus.FAILED);
        return result;
    }

    @Test
    void shouldCountWhatIsLostAndNotWaitForIt() throws IOException {
        try (PingServer server = Pings.server(channel -> new Pings.Faulty(channel) {
            @Override
            public void send(long number) throws IOException {
                if (number % 10 != 0) {
                    super.send(number);
                }
            }
        })) {
            HarnessResult result = run(Pings.udp(Pings.to(server, 64), LOST_AFTER_MS), COUNT);

            RunOutcome outcome = result.runs().get(0);
            assertThat(outcome.uncompleted()).isEqualTo(COUNT / 10);
            assertThat(outcome.iterations()).isEqualTo(COUNT - COUNT / 10);
            assertThat(outcome.strayCompletions()).isZero();
            assertThat(result.merged("latency").getTotalCount()).isEqualTo(COUNT);
            assertThat(result.merged("latency").getMaxValue()).isGreaterThan(LOST_AFTER_MS * 1_000_000L);
            assertThat(result.notices())
                    .extracting(Notice::sentence)
                    .anyMatch(warning -> warning.startsWith("20 iterations were never complete: "));
            assertThat(outcome.endEpochMs() - outcome.startEpochMs())
                    .as("one after the other, the lost ones would take 20 times as long as one")
                    .isLessThan(10 * LOST_AFTER_MS);
        }
    }

    @Test
    void shouldCompleteWhatComesBackLateAndOutOfOrder() throws IOException {
        try (PingServer server = Pings.server(channel -> new Pings.Faulty(channel) {
            private long held;

            @Override
            public void send(long number) throws IOException {
                if (number % 7 == 0 && number != COUNT) {
                    held = number;
                    return;
                }
                super.send(number);
                if (held != 0) {
                    super.send(held);
                    held = 0;
                }
            }
        })) {
            RunOutcome outcome = run(server, COUNT).runs().get(0);

            assertThat(outcome.iterations()).isEqualTo(COUNT);
            assertThat(outcome.uncompleted()).isZero();
            assertThat(outcome.strayCompletions()).isZero();
        }
    }

    @Test
    void shouldCountAnEchoOnceThatComesTwice() throws IOException {
        try (PingServer server = Pings.server(channel -> new Pings.Faulty(channel) {
            @Override
            public void send(long number) throws IOException {
                super.send(number);
                super.send(number);
            }
        })) {
            // Twice as many datagrams as pings have to fit.
            RunOutcome outcome = run(server, COUNT / 2).runs().get(0);

            assertThat(outcome.iterations()).isEqualTo(COUNT / 2);
            assertThat(outcome.strayCompletions()).isZero();
        }
    }

    @Test
    void shouldSayThatNothingComesBackAtAll() throws IOException {
        try (PingServer server = Pings.server(channel -> new Pings.Faulty(channel) {
            @Override
            public void send(long number) {}
        })) {
            HarnessResult result = Pings.run(new UdpPing(Pings.to(server, 64)), 100_000);

            assertThat(result.status()).isEqualTo(RunStatus.FAILED);
            assertThat(result.reason())
                    .contains(
                            "no datagram has come back for 3 s: something between here and 127.0.0.1 must be letting UDP"
                                    + " through");
        }
    }
}
