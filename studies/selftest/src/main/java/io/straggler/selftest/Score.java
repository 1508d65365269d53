package io.straggler.selftest;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Score of the diagnosis in one run, or the medians of several.
 *
 * @param faults one for each fault that was asked for, but for the placebo
 * @param placebos placebo iterations
 * @param falseAlarms those of them that were given a cause
 * @param placeboPrecision share of the labelled iterations without an answer in which nothing had happened
 * @param injections injections that count, over all faults
 * @param withStack those of them that had at least one stack
 * @param missed those of them that had no answer: no outlier, or nothing but abstentions
 * @param ranked as in {@link FaultScore}, over all faults
 * @param rankedRight those of them whose largest answer was right
 * @param rankedSilent those of them that have no answer, or whose largest names nothing: the others were wrong
 * @param others injections that were the smaller of two in one iteration
 * @param othersFound number of {@code others} with a right answer among the two largest
 * @param placeable those of {@code rankedRight} that happened in one method and whose answer has a place
 * @param placed those of them whose answer names that method first
 */
public record Score(
        List<FaultScore> faults,
        int placebos,
        int falseAlarms,
        OptionalDouble placeboPrecision,
        int injections,
        int withStack,
        int missed,
        int ranked,
        int rankedRight,
        int rankedSilent,
        int others,
        int othersFound,
        int placeable,
        int placed) {
    public Score {
        faults = List.copyOf(faults);
    }

    /** Share of the ranked injections whose largest answer was right. */
    public OptionalDouble firstRank() {
        return ranked == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) rankedRight / ranked);
    }

    /** Share of the ranked injections whose largest answer named a wrong cause. */
    public OptionalDouble wrongShare() {
        return ranked == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) (ranked - rankedRight - rankedSilent) / ranked);
    }

    public OptionalDouble silentShare() {
        return ranked == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) rankedSilent / ranked);
    }

    /** Share of the smaller of two injections that were found among the two largest answers. */
    public OptionalDouble othersShare() {
        return others == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) othersFound / others);
    }

    /** Share of the right answers that named the method as well. */
    public OptionalDouble placedShare() {
        return placeable == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) placed / placeable);
    }

    /** Faults with a recall below a share, the least first. */
    public List<FaultScore> recallBelow(double share) {
        return faults.stream()
                .filter(fault -> fault.recall().orElse(1) < share)
                .sorted(Comparator.comparingDouble(fault -> fault.recall().getAsDouble()))
                .toList();
    }

    public OptionalDouble falseAlarmShare() {
        return placebos == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) falseAlarms / placebos);
    }
}
