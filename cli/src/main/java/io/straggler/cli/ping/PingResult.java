package io.straggler.cli.ping;

import io.straggler.Analysis;
import io.straggler.model.Percentiles;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import io.straggler.ping.Transport;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Result of one transport.
 *
 * @param latency of its pings, those that were lost with the time after which they were given up; null if nothing was measured
 * @param lost pings that did not come back
 * @param folder its run folder
 */
record PingResult(
        Transport transport,
        RunStatus status,
        String reason,
        @Nullable Series latency,
        long lost,
        Path folder) {
    static PingResult of(Transport transport, Analysis analysis, Path folder) {
        Series latency = analysis.series().stream()
                .filter(series -> series.name().equals(Series.LATENCY) && series.runId() == null)
                .findFirst()
                .orElse(null);
        long lost = analysis.run().runs().stream()
                .mapToLong(RunOutcome::uncompleted)
                .sum();
        return new PingResult(transport, analysis.run().status(), analysis.run().reason(), latency, lost, folder);
    }

    /** Nothing was measured. */
    static PingResult failed(Transport transport, String reason, Path folder) {
        return new PingResult(transport, RunStatus.FAILED, reason, null, 0, folder);
    }

    /** Pings that came back. */
    long count() {
        return latency == null ? 0 : latency.count() - lost;
    }

    /** Returns a percentile if the number of pings, lost ones included, can tell it. */
    OptionalLong latencyNs(double percentile) {
        if (latency == null || !Percentiles.measurable(percentile, latency.count())) {
            return OptionalLong.empty();
        }
        List<Series.Point> points = latency.percentiles();
        return points.stream()
                .filter(point -> point.percentile() >= percentile)
                .mapToLong(Series.Point::valueNs)
                .findFirst();
    }
}
