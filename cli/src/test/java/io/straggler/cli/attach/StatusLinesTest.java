package io.straggler.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.anyrecording.AgentStatus;
import io.straggler.model.text.LineWidth;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StatusLinesTest {
    private static final long ATTACHED_MS = 1_000_000;
    private static final Instant NOW = Instant.ofEpochMilli(ATTACHED_MS + 95_000);

    private static final AgentStatus.Watched SERVLETS = new AgentStatus.Watched(
            "servlet", "com.acme.web.Orders.doGet com.acme.web.Orders.doPost", "auto", 5_200_000);

    private static List<String> lines(
            AgentStatus.Watched watched, AgentStatus.Times times, AgentStatus.Calls calls, int columns) {
        return StatusLines.of(
                4711,
                new AgentStatus(watched, times, calls, Path.of("/var/runs/attach-4711")),
                NOW,
                ZoneOffset.UTC,
                new LineWidth(columns));
    }

    private static AgentStatus.Calls calls(long count, OptionalLong p999Ns) {
        return new AgentStatus.Calls(
                count, 123, OptionalLong.of(1_200_000), OptionalLong.of(3_000_000), p999Ns, 99_000_000);
    }

    @Test
    void shouldShowOnOneScreenHowItGoes() {
        AgentStatus.Times times = new AgentStatus.Times(
                ATTACHED_MS, OptionalLong.of(ATTACHED_MS + 8_000), OptionalLong.of(31_700_000_000L));
        assertThat(lines(SERVLETS, times, calls(120_000, OptionalLong.of(7_000_000)), 100))
                .containsExactly(
                        "process 4711",
                        "  attached    since 1970-01-01 00:16:40, for 95 s",
                        "  iterations  servlet",
                        "  methods     com.acme.web.Orders.doGet com.acme.web.Orders.doPost",
                        "  threshold   auto, now 5.2 ms",
                        "  calls       120,000 since 1970-01-01 00:16:48, for 87 s",
                        "  outliers    123 (0.103%)",
                        "  latency     p50 1.2 ms, p99 3 ms, p99.9 7 ms, worst 99 ms",
                        "  ends        in 32 s, or by straggler attach 4711 --stop",
                        "  folder      /var/runs/attach-4711");
    }

    @Test
    void shouldSayThatNoCallCountsYet() {
        AgentStatus.Times times =
                new AgentStatus.Times(ATTACHED_MS, OptionalLong.empty(), OptionalLong.of(60_000_000_000L));
        AgentStatus.Calls none =
                new AgentStatus.Calls(0, 0, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), 0);
        assertThat(lines(SERVLETS, times, none, 200))
                .contains(
                        "  calls       none counts yet: that begins when the JVM's compilers are quiet, or when the program says so",
                        "  ends        60 s after calls begin to count, or by straggler attach 4711 --stop")
                .noneMatch(line -> line.startsWith("  latency"));
    }

    @Test
    void shouldLeaveOutWhatIsSaidAlreadyOrNotKnown() {
        AgentStatus.Watched one = new AgentStatus.Watched("com.acme.A.b", "com.acme.A.b", "5 ms", 5_000_000);
        AgentStatus.Times forever =
                new AgentStatus.Times(ATTACHED_MS, OptionalLong.of(ATTACHED_MS), OptionalLong.empty());
        assertThat(lines(one, forever, calls(5_000, OptionalLong.empty()), 100))
                .contains(
                        "  iterations  com.acme.A.b",
                        "  threshold   5 ms",
                        "  latency     p50 1.2 ms, p99 3 ms, worst 99 ms",
                        "  ends        with the program, or by straggler attach 4711 --stop")
                .noneMatch(line -> line.startsWith("  methods"));
    }

    @Test
    void shouldStayWithinTheWidth() {
        AgentStatus.Times times = new AgentStatus.Times(ATTACHED_MS, OptionalLong.empty(), OptionalLong.empty());
        assertThat(lines(SERVLETS, times, calls(120_000, OptionalLong.of(7_000_000)), 60))
                .allMatch(line -> line.length() <= 60);
    }
}
