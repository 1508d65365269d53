package io.straggler.gate;

import io.straggler.compare.MetricText;
import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.diagnosis.statistics.SampleEstimate;
import io.straggler.diagnosis.statistics.Side;
import java.util.Optional;

/**
 * A metric against the limit of a gate.
 *
 * @param estimate empty if the metric is not measurable
 * @param standing where its interval lies
 * @param value as measured
 * @param sentence the metric, its interval and the limit
 */
record Reading(Optional<Estimate> estimate, Standing standing, double value, String sentence) {
    /** Where an interval lies. */
    enum Standing {
        /** All of it where the gate passes. */
        WITHIN,
        /** All of it where the gate fails. */
        BEYOND,
        /** It holds the limit, or there is none. */
        UNCERTAIN
    }

    /**
     * Reads the metric of some latencies.
     *
     * @param metric the one that the gate names
     * @param seed of the resampling
     */
    static Reading of(Gate gate, Side latencies, Metric metric, long seed) {
        SampleEstimate measured = SampleEstimate.of(latencies, metric, seed);
        if (measured.estimate().isEmpty()) {
            return new Reading(
                    Optional.empty(),
                    Standing.UNCERTAIN,
                    measured.value(),
                    metric.label() + " is not measurable: " + measured.note());
        }
        Estimate estimate = measured.estimate().get();
        return new Reading(
                measured.estimate(),
                standing(gate, estimate),
                measured.value(),
                metric.label() + " is " + MetricText.estimate(metric.unit(), estimate) + ", and the limit is "
                        + MetricText.value(metric.unit(), gate.limit()));
    }

    static Standing standing(Gate gate, Estimate estimate) {
        boolean above = gate.side() == Gate.Side.ABOVE;
        boolean beyond = above ? estimate.low() > gate.limit() : estimate.high() < gate.limit();
        boolean within = above ? estimate.high() <= gate.limit() : estimate.low() >= gate.limit();
        return beyond ? Standing.BEYOND : within ? Standing.WITHIN : Standing.UNCERTAIN;
    }
}
