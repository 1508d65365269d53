package io.straggler.harness.series;

import io.straggler.model.LatencySoFar;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Percentiles of a series while it is recorded, at most once in {@value #PERIOD_NS} ns: it takes some hundred microseconds. For the thread that
 * records. Allocates one record a time.
 */
public final class SeriesSoFar {
    private static final long PERIOD_NS = 1_000_000_000;

    private final SeriesRecorder series;
    private final Histogram sum = SeriesRecorder.newHistogram();
    private long lastNs;

    /** @param nowNs when the series begins */
    public SeriesSoFar(SeriesRecorder series, long nowNs) {
        this.series = series;
        this.lastNs = nowNs;
    }

    /** Values of the intervals that were closed and of the open one; empty where the last time is not a period ago, or there is no value. */
    public Optional<LatencySoFar> at(long nowNs) {
        if (nowNs - lastNs < PERIOD_NS) {
            return Optional.empty();
        }
        lastNs = nowNs;
        sum.reset();
        sum.add(series.total());
        sum.add(series.interval());
        return sum.getTotalCount() == 0
                ? Optional.empty()
                : Optional.of(new LatencySoFar(
                        sum.getTotalCount(),
                        sum.getValueAtPercentile(50),
                        sum.getValueAtPercentile(99),
                        sum.getValueAtPercentile(99.9),
                        sum.getMaxValue()));
    }
}
