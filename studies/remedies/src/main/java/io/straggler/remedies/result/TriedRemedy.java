package io.straggler.remedies.result;

import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.remedies.Proposal;
import io.straggler.remedies.Trial;
import java.util.List;
import java.util.Optional;

/**
 * Result of a trial for one remedy.
 *
 * @param proposal the remedy
 * @param standing what is certain
 * @param reason why it is out, a sentence; empty unless it is
 * @param rounds pairs of JVMs that it was measured in
 * @param beforeNs the percentile without it, in these rounds; empty while it is not measurable
 * @param afterNs the percentile with it
 * @param change of the percentile, relative, −0.5 for a half
 * @param prediction what the report of the JVMs without it says of its causes; empty if it says nothing, or one cause is not what the remedy is against
 * @param costs what else changed
 * @param place its run folder, below that of the trial; empty if it has none
 */
public record TriedRemedy(
        Proposal proposal,
        Trial.Standing standing,
        String reason,
        int rounds,
        Optional<Double> beforeNs,
        Optional<Double> afterNs,
        Optional<Estimate> change,
        Optional<Prediction> prediction,
        List<Cost> costs,
        String place) {
    public TriedRemedy {
        costs = List.copyOf(costs);
    }

    /** Outcome of a prediction. */
    public enum Outcome {
        /** The cause is gone, and the percentile is where it was predicted. */
        HELD,
        /** The cause is gone, and the percentile is somewhere else. */
        MISSED,
        /** The cause is not gone, so nothing can be said. */
        NOT_CHECKED
    }

    /**
     * The percentile without a cause, as predicted.
     *
     * @param cause its label
     * @param valueNs where the percentile should be
     * @param lowNs lower end of the interval; zero if only an upper bound is known
     * @param highNs upper end
     * @param left what was left of the cause's time in each iteration, 0.1 for a tenth
     */
    public record Prediction(String cause, long valueNs, long lowNs, long highNs, double left, Outcome outcome) {}

    /** Kind of cost of a remedy. */
    public enum Kind {
        /** The median latency, in nanoseconds. */
        P50,
        /** CPU time of the JVM from its start on, in nanoseconds. */
        CPU,
        /** The largest resident memory of the JVM, in bytes. */
        MEMORY
    }

    /**
     * One of the things that it may cost, as medians over the JVMs.
     *
     * @param before without the remedy
     * @param after with it
     * @param certain whether it is certainly larger with the remedy: the median latency if its interval of 95% leaves out zero, the others if they were
     *     larger in each of six rounds or more
     */
    public record Cost(Kind kind, double before, double after, boolean certain) {}
}
