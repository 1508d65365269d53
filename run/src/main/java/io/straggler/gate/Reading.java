package io.straggler.gate;

import io.straggler.compare.FigureText;
import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.diagnosis.statistics.Figure;
import io.straggler.diagnosis.statistics.SampleEstimate;
import io.straggler.diagnosis.statistics.Side;
import java.util.Optional;

/**
 * A figure against the limit of a gate.
 *
 * @param estimate empty if the figure is not measurable
 * @param standing where its interval lies
 * @param sentence the figure, its interval and the limit
 */
public record Reading(Optional<Estimate> estimate, Standing standing, String sentence) {
    /** Where an interval lies. */
    public enum Standing {
        /** All of it where the gate passes. */
        WITHIN,
        /** All of it where the gate fails. */
        BEYOND,
        /** It holds the limit, or there is none. */
        UNCERTAIN
    }

    /**
     * Reads the figure of some latencies.
     *
     * @param figure the one that the gate names
     * @param seed of the resampling
     */
    public static Reading of(Gate gate, Side latencies, Figure figure, long seed) {
        SampleEstimate measured = SampleEstimate.of(latencies, figure, seed);
        if (measured.estimate().isEmpty()) {
            return new Reading(
                    Optional.empty(), Standing.UNCERTAIN, figure.label() + " is not measurable: " + measured.note());
        }
        Estimate estimate = measured.estimate().get();
        return new Reading(
                measured.estimate(),
                standing(gate, estimate),
                figure.label() + " is " + FigureText.estimate(figure.unit(), estimate) + ", and the limit is "
                        + FigureText.value(figure.unit(), gate.limit()));
    }

    static Standing standing(Gate gate, Estimate estimate) {
        boolean above = gate.side() == Gate.Side.ABOVE;
        boolean beyond = above ? estimate.low() > gate.limit() : estimate.high() < gate.limit();
        boolean within = above ? estimate.high() <= gate.limit() : estimate.low() >= gate.limit();
        return beyond ? Standing.BEYOND : within ? Standing.WITHIN : Standing.UNCERTAIN;
    }
}
