package io.straggler.remedies.result;

import io.straggler.diagnosis.statistics.Metric;
import io.straggler.remedies.Trial;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Result of a trial of remedies, for the terminal, the page and {@code ranking.json}.
 *
 * @param task that was measured
 * @param metric that was to become better
 * @param worth the relative improvement that would be worth having, 0.2 for 20%
 * @param rounds in which the task was measured as it is
 * @param remedies the best first
 * @param ending how the measuring went and why it ended, in a sentence
 */
public record Ranking(
        String task, Metric.Percentile metric, double worth, int rounds, List<TriedRemedy> remedies, String ending) {
    public Ranking {
        remedies = List.copyOf(remedies);
    }

    /** Answer of a trial. */
    public enum Answer {
        /** At least one helps. */
        FOUND,
        /** No remedy helps enough to be worth it. */
        NOTHING_HELPS,
        /** Too little was measured to say either. */
        UNDECIDED
    }

    public Answer answer() {
        if (best().isPresent()) {
            return Answer.FOUND;
        }
        return remedies.stream().anyMatch(one -> one.standing() == Trial.Standing.OPEN)
                        || remedies.stream().allMatch(one -> one.standing() == Trial.Standing.OUT)
                ? Answer.UNDECIDED
                : Answer.NOTHING_HELPS;
    }

    /** The remedy that helps most; empty if it is not certain that any does. */
    public Optional<TriedRemedy> best() {
        return remedies.stream()
                .filter(one -> one.standing() == Trial.Standing.HELPS)
                .findFirst();
    }

    /** The largest improvement, relative, that a remedy which is not known to help may have; empty if nothing could be measured. */
    public OptionalDouble mostMissed() {
        return remedies.stream()
                .filter(one -> one.standing() != Trial.Standing.HELPS && one.standing() != Trial.Standing.HARMS)
                .flatMap(one -> one.change().stream())
                .mapToDouble(change -> -change.low())
                .max();
    }

    /** Returns the number of predictions that could be checked. */
    public long checked() {
        return predictions(TriedRemedy.Outcome.HELD) + predictions(TriedRemedy.Outcome.MISSED);
    }

    /** Predictions that held. */
    public long held() {
        return predictions(TriedRemedy.Outcome.HELD);
    }

    private long predictions(TriedRemedy.Outcome outcome) {
        return remedies.stream()
                .flatMap(one -> one.prediction().stream())
                .filter(prediction -> prediction.outcome() == outcome)
                .count();
    }
}
