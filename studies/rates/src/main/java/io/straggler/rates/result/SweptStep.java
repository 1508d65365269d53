package io.straggler.rates.result;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.model.RunStatus;
import java.util.List;
import java.util.Optional;

/**
 * Measurements at one rate of a sweep.
 *
 * @param perSecond iterations per second that the schedule asked for
 * @param place the run folder, below that of the sweep
 * @param status the worst of its rounds
 * @param reason why that is not {@code OK}; empty when it is
 * @param rounds a JVM each
 * @param percentiles of the latency of all rounds, as far as they are measurable; none unless the status is {@code OK}, because the
 *     latencies of a run that could not keep its rate depend on how long it ran
 * @param budget where the latency of its outliers went
 */
public record SweptStep(
        double perSecond,
        String place,
        RunStatus status,
        String reason,
        List<Round> rounds,
        List<Percentile> percentiles,
        Budget budget) {
    public SweptStep {
        rounds = List.copyOf(rounds);
        percentiles = List.copyOf(percentiles);
    }

    /**
     * One round.
     *
     * @param number from 1
     * @param turn which of the rates it was in this round, from 1
     * @param achievedPerSecond iterations per second that were completed
     * @param percentiles as of a step
     */
    public record Round(
            int number,
            int turn,
            RunStatus status,
            String reason,
            double achievedPerSecond,
            long iterations,
            List<Percentile> percentiles) {
        public Round {
            percentiles = List.copyOf(percentiles);
        }
    }

    /**
     * One percentile of latency.
     *
     * @param interval what it can be believed to be, with 95%; empty if that was not computed or is not known
     */
    public record Percentile(double percentile, long valueNs, Optional<Estimate> interval) {}

    /**
     * Where the latency of outliers went.
     *
     * @param thresholdNs latency from which on an iteration was an outlier at this rate
     * @param outliers how many were diagnosed
     * @param latencyNs what is divided
     * @param ownPartsOnly why only the time that outliers did not spend queueing is divided; empty if all of it is
     * @param causes the largest first
     */
    public record Budget(long thresholdNs, long outliers, long latencyNs, String ownPartsOnly, List<CauseSum> causes) {
        /** Fewer outliers are no sample of what makes iterations slow. */
        public static final int TELLING_OUTLIERS = 10;

        /** Nothing is known. */
        public static final Budget NONE = new Budget(0, 0, 0, "", List.of());

        public Budget {
            causes = List.copyOf(causes);
        }

        /** The budget of what was concluded. */
        public static Budget of(Conclusions conclusions, long thresholdNs) {
            boolean all = conclusions.ownPartsOnly().isEmpty();
            List<CauseSum> causes = conclusions.budget().causes().stream()
                    .filter(sum -> sum.totalNs() > 0)
                    .filter(sum -> all || sum.cause() != Cause.INHERITED)
                    .toList();
            return new Budget(
                    thresholdNs,
                    conclusions.diagnosis().outliers().size(),
                    causes.stream().mapToLong(CauseSum::totalNs).sum(),
                    conclusions.ownPartsOnly().orElse(""),
                    causes);
        }

        /** The cause that took most; empty if that would be chance. */
        public Optional<Cause> largest() {
            return outliers < TELLING_OUTLIERS || causes.isEmpty()
                    ? Optional.empty()
                    : Optional.of(causes.get(0).cause());
        }

        /** The part of what is divided that a cause took, 0 to 1. */
        public double share(CauseSum cause) {
            return latencyNs == 0 ? 0 : (double) cause.totalNs() / latencyNs;
        }
    }

    /** Returns the rate that the slowest round achieved; zero if none was measured. */
    public double achievedPerSecond() {
        return rounds.stream().mapToDouble(Round::achievedPerSecond).min().orElse(0);
    }

    public long iterations() {
        return rounds.stream().mapToLong(Round::iterations).sum();
    }

    /** How many rounds ended so. */
    public long rounds(RunStatus ended) {
        return rounds.stream().filter(round -> round.status() == ended).count();
    }

    /** One percentile, if it is measurable. */
    public Optional<Percentile> percentile(double percentile) {
        return percentiles.stream()
                .filter(one -> one.percentile() == percentile)
                .findFirst();
    }

    /** The highest percentile that is measurable. */
    public Optional<Percentile> highest() {
        return percentiles.stream().reduce((lower, higher) -> higher);
    }
}
