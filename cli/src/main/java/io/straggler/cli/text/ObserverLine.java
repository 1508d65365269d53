package io.straggler.cli.text;

import io.straggler.compare.MetricText;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.ObserverEffect;
import io.straggler.diagnosis.statistics.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Sentence about the effect of sampling on the sampled run. */
final class ObserverLine {
    private ObserverLine() {}

    /** @param checked whether the run was asked to check it */
    static Optional<String> of(Optional<ObserverEffect> effect, boolean checked) {
        if (effect.isEmpty()) {
            return checked ? Optional.of("the run was too short to measure what sampling did to it") : Optional.empty();
        }
        List<Difference> differences = effect.get().differences();
        String metrics = differences.stream()
                .map(one -> one.metric().label() + " "
                        + one.relative()
                                .map(relative ->
                                        MetricText.change(relative.value()) + " " + MetricText.interval(relative))
                                .orElse("not measurable"))
                .collect(Collectors.joining(", "));
        return Optional.of(
                verdict(differences) + ": " + metrics + ", against the quarter of the run in which it was off");
    }

    private static String verdict(List<Difference> differences) {
        String changed = differences.stream()
                .filter(one -> one.verdict() == Verdict.REGRESSED || one.verdict() == Verdict.IMPROVED)
                .map(one -> one.metric().label() + " is " + (one.verdict() == Verdict.REGRESSED ? "higher" : "lower"))
                .collect(Collectors.joining(" and "));
        return changed.isEmpty() ? "no detectable effect of sampling" : "while the sampler watches, " + changed;
    }
}
