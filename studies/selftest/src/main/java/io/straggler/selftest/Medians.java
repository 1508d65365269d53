package io.straggler.selftest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The scores of several seeds as one: counts are added up, figures are the medians of those that there are. */
public final class Medians {
    private Medians() {}

    /** @param scores of runs with the same faults; at least one */
    public static Score of(List<Score> scores) {
        if (scores.isEmpty()) {
            throw new IllegalArgumentException("scores must not be empty: scores=0");
        }
        List<FaultScore> faults = new ArrayList<>();
        for (int i = 0; i < scores.get(0).faults().size(); i++) {
            int row = i;
            faults.add(ofFault(
                    scores.stream().map(score -> score.faults().get(row)).toList()));
        }
        return new Score(
                faults,
                sum(scores, Score::placebos),
                sum(scores, Score::falseAlarms),
                median(scores, Score::placeboPrecision),
                sum(scores, Score::injections),
                sum(scores, Score::withStack),
                sum(scores, Score::missed),
                sum(scores, Score::ranked),
                sum(scores, Score::rankedRight),
                sum(scores, Score::rankedSilent),
                sum(scores, Score::others),
                sum(scores, Score::othersFound),
                sum(scores, Score::placeable),
                sum(scores, Score::placed));
    }

    private static FaultScore ofFault(List<FaultScore> scores) {
        List<Long> sizesNs = scores.stream()
                .filter(score -> score.injections() > 0)
                .map(FaultScore::medianNs)
                .sorted()
                .toList();
        return new FaultScore(
                scores.get(0).fault(),
                sum(scores, FaultScore::injections),
                sum(scores, FaultScore::ranked),
                median(scores, FaultScore::precision),
                median(scores, FaultScore::recall),
                median(scores, FaultScore::firstRank),
                median(scores, FaultScore::placed),
                sizesNs.isEmpty() ? 0 : sizesNs.get(sizesNs.size() / 2),
                scores.stream()
                        .filter(score -> score.injections() > 0)
                        .mapToLong(FaultScore::shortestNs)
                        .min()
                        .orElse(0),
                scores.stream().mapToLong(FaultScore::longestNs).max().orElse(0),
                meanAnswers(scores),
                scores.stream()
                        .map(FaultScore::note)
                        .filter(note -> !note.isEmpty())
                        .findFirst()
                        .orElse(""));
    }

    /** Shares stay shares when they are averaged, which medians would not. */
    private static Map<String, Double> meanAnswers(List<FaultScore> scores) {
        List<FaultScore> some =
                scores.stream().filter(score -> score.injections() > 0).toList();
        Map<String, Double> sums = new HashMap<>();
        some.forEach(score ->
                score.answers().forEach((name, share) -> sums.merge(name, share / some.size(), Double::sum)));
        Map<String, Double> ordered = new LinkedHashMap<>();
        sums.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(entry -> ordered.put(entry.getKey(), entry.getValue()));
        return ordered;
    }

    private static <T> int sum(List<T> scores, Function<T, Integer> figure) {
        return scores.stream().mapToInt(figure::apply).sum();
    }

    /** The middle of the figures that there are; of an even number, the mean of the two in the middle. */
    private static <T> OptionalDouble median(List<T> scores, Function<T, OptionalDouble> figure) {
        double[] there = scores.stream()
                .map(figure)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .sorted()
                .toArray();
        int middle = there.length / 2;
        return there.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(there.length % 2 == 1 ? there[middle] : (there[middle - 1] + there[middle]) / 2);
    }
}
