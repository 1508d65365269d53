package io.straggler.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.Condition;
import io.straggler.jfr.anyrecording.IterationQuery;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Arguments as the command hands them over. */
class FleetRequestTest {
    @Test
    void shouldTakeEveryValueAsItWasGiven() {
        FleetRequest request = FleetRequest.of(
                new String[] {
                    "merge",
                    "out",
                    "tables=file:///out/a=b",
                    "by=jdk",
                    "by=host",
                    "path={host}/*",
                    "iterations=com.acme.Order",
                    "where=route=a=b",
                    "threshold=1.234567ms",
                    "deployed=2026-11-20T10:00:00Z",
                    "cores=3",
                    "source=runs=1",
                    "source=more"
                },
                2);

        assertThat(request)
                .isEqualTo(new FleetRequest(
                        List.of("runs=1", "more"),
                        "file:///out/a=b",
                        List.of("jdk", "host"),
                        Optional.of("{host}/*"),
                        Optional.of(new IterationQuery(
                                "com.acme.Order", List.of(new Condition("route", "a=b")), Optional.empty())),
                        Threshold.parse("1234567ns"),
                        Optional.of(Instant.parse("2026-11-20T10:00:00Z")),
                        Optional.of(3)));
    }

    @Test
    void shouldLeaveOutWhatWasNotGiven() {
        FleetRequest request = FleetRequest.of(new String[] {"tables=t", "source=runs"}, 0);

        assertThat(request)
                .isEqualTo(new FleetRequest(
                        List.of("runs"),
                        "t",
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Threshold.parse("auto"),
                        Optional.empty(),
                        Optional.empty()));
    }
}
