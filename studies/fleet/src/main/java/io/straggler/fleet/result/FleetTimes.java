package io.straggler.fleet.result;

import io.straggler.diagnosis.budget.Cause;
import java.util.List;
import java.util.Map;

/**
 * Course over time of all recordings.
 *
 * @param widthMs how long each span is
 * @param spans those in which something was recorded, in order
 */
public record FleetTimes(long widthMs, List<Span> spans) {
    public FleetTimes {
        spans = List.copyOf(spans);
    }

    /**
     * One span.
     *
     * @param startEpochMs its start, on the wall clock
     * @param iterations that were recorded in it
     * @param outliers that were meant to start in it
     * @param causesNs what each cause took of them
     */
    public record Span(long startEpochMs, long iterations, long outliers, Map<Cause, Long> causesNs) {
        public Span {
            causesNs = Map.copyOf(causesNs);
        }
    }
}
