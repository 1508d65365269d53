package io.straggler.selftest;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.text.Durations;
import io.straggler.selftest.fault.ExpectedCauses;
import io.straggler.selftest.fault.Fault;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Compares verdicts with the truth. Pure: the same input gives the same score.
 *
 * <p>Time is right when its cause is one that {@link ExpectedCauses} allows for something that really happened in that iteration,
 * and no more of it than really happened. An injection without a verdict counts as missed, as does one whose verdict names nothing.
 */
public final class Scoring {
    /** Least ratio of two injections' lengths within an iteration for one to count as larger. */
    private static final double ALIKE = 1.25;

    /** The name under which an injection that was no outlier appears among the answers. */
    static final String NO_OUTLIER = "no outlier";

    private final long thresholdNs;
    private final Map<Fault, String> impossible;
    private final Map<Fault, String> places;
    private final Map<Fault, List<Judged>> byFault = new EnumMap<>(Fault.class);
    private final Map<Fault, Integer> labelled = new EnumMap<>(Fault.class);
    private final Map<Cause, Long> givenNs = new EnumMap<>(Cause.class);
    private final Map<Cause, Long> rightNs = new EnumMap<>(Cause.class);
    private int silent;
    private int silentPlacebos;
    private int falseAlarms;

    /**
     * An injection and the verdict on its iteration.
     *
     * @param truth with all that is known of the iteration
     * @param labels all faults that were injected into it
     * @param place the method that it was done in; empty if none has to be found
     */
    private record Judged(
            Truth truth,
            List<Fault> labels,
            String place,
            Map<Cause, Long> answersNs,
            Map<Cause, String> said,
            long recalledNs,
            boolean withStack) {
        /** The answers to the fault, without those that are right for whatever else happened in the iteration. */
        private Map<Cause, Long> saidOfFaultNs() {
            ExpectedCauses expected = truth.fault().expected();
            Map<Cause, Long> said = new EnumMap<>(Cause.class);
            answersNs.forEach((cause, ns) ->
                    said.put(cause, expected.allow(cause) ? ns : ns - Math.min(ns, allowedNs(truth, cause))));
            return said;
        }

        private boolean main() {
            long injectedNs = truth.injectedNs();
            return truth.partsNs().values().stream().allMatch(ns -> ns <= injectedNs);
        }

        /** Whether it is the smaller of two injections. */
        private boolean other() {
            return labels.stream().anyMatch(fault -> truth.partsNs().getOrDefault(fault, 0L) > truth.injectedNs());
        }

        /** Whether the largest answer is right. Either may come first where two took about as long. */
        private boolean first() {
            return largest()
                    .filter(cause -> labels.stream()
                            .filter(fault -> ALIKE * truth.partsNs().getOrDefault(fault, 0L) >= truth.injectedNs())
                            .anyMatch(fault -> fault.expected().named().contains(cause)))
                    .isPresent();
        }

        /** Whether one of the two largest answers is right for it. */
        private boolean amongTwo() {
            return answersNs.entrySet().stream()
                    .filter(answer -> answer.getKey().canBeTheReason())
                    .sorted(Map.Entry.<Cause, Long>comparingByValue().reversed())
                    .limit(2)
                    .anyMatch(answer -> truth.fault().expected().named().contains(answer.getKey()));
        }

        /** Whether the right answer comes first, and is one that has a place. */
        private boolean placeable() {
            return !place.isEmpty()
                    && labels.size() == 1
                    && first()
                    && !Cause.STOPS.contains(largest().orElseThrow());
        }

        private boolean placed() {
            String named = placeable() ? said.getOrDefault(largest().orElseThrow(), "") : "";
            return !named.isEmpty() && (named.contains(place) || named.contains(lambdaOf(place)));
        }

        /** Name in stacks of a lambda in the method, up to its number. */
        private static String lambdaOf(String method) {
            int name = method.lastIndexOf('.') + 1;
            return method.substring(0, name) + "lambda$" + method.substring(name) + "$";
        }

        private boolean silent() {
            return !first() && largest().filter(Judged::names).isEmpty();
        }

        /** Whether a cause names anything: a late start is a measurement, not a reason. */
        private static boolean names(Cause cause) {
            return cause != Cause.DISPATCH && !Verdict.ABSTENTIONS.contains(cause);
        }

        private Optional<Cause> largest() {
            return Verdict.first(answersNs);
        }

        private boolean missed() {
            return answersNs.keySet().stream().allMatch(Verdict.ABSTENTIONS::contains);
        }
    }

    private Scoring(long thresholdNs, Map<Fault, String> impossible, Map<Fault, String> places) {
        this.thresholdNs = thresholdNs;
        this.impossible = impossible;
        this.places = places;
    }

    /**
     * Scores one run.
     *
     * @param faults that were asked for
     * @param truths what is true of each JVM's iterations
     * @param verdicts of all outliers; those of iterations without a label are ignored
     * @param thresholdNs least latency with a verdict: shorter injections do not count
     */
    public static Score of(List<Fault> faults, List<Truths> truths, Collection<Verdict> verdicts, long thresholdNs) {
        Map<Fault, String> impossible = new EnumMap<>(Fault.class);
        Map<Fault, String> places = new EnumMap<>(Fault.class);
        truths.forEach(one -> {
            impossible.putAll(one.impossible());
            places.putAll(one.places());
        });
        Scoring scoring = new Scoring(thresholdNs, impossible, places);
        Map<Long, Verdict> byTag = new HashMap<>();
        verdicts.forEach(verdict -> byTag.put(verdict.intendedNs(), verdict));
        Map<Long, List<Truth>> byIteration = new LinkedHashMap<>();
        truths.stream()
                .flatMap(one -> one.labelled().stream())
                .forEach(truth -> byIteration
                        .computeIfAbsent(truth.intendedNs(), tag -> new ArrayList<>())
                        .add(truth));
        byIteration.forEach((tag, together) -> {
            List<Fault> labels = together.stream().map(Truth::fault).toList();
            Map<Fault, Long> partsNs = new EnumMap<>(Fault.class);
            together.forEach(truth -> truth.partsNs().forEach((fault, ns) -> partsNs.merge(fault, ns, Long::sum)));
            together.forEach(truth -> scoring.judge(truth.withParts(partsNs), labels, byTag.get(tag)));
        });
        return scoring.score(faults);
    }

    private void judge(Truth truth, List<Fault> labels, @Nullable Verdict verdict) {
        labelled.merge(truth.fault(), 1, Integer::sum);
        Map<Cause, Long> answers = verdict == null ? Map.of() : verdict.answersNs(truth.fault());
        answers.forEach((cause, ns) -> {
            givenNs.merge(cause, ns, Long::sum);
            rightNs.merge(cause, Math.min(ns, allowedNs(truth, cause)), Long::sum);
        });
        if (truth.fault() == Fault.PLACEBO) {
            judgePlacebo(truth, answers);
        } else {
            silent += namedNs(answers) >= thresholdNs ? 0 : 1;
        }
        if (truth.fault() != Fault.PLACEBO && truth.injectedNs() >= thresholdNs) {
            long recalledNs = verdict == null ? 0 : recalledNs(truth, verdict);
            byFault.computeIfAbsent(truth.fault(), fault -> new ArrayList<>())
                    .add(new Judged(
                            truth,
                            labels,
                            places.getOrDefault(truth.fault(), ""),
                            answers,
                            verdict == null ? Map.of() : verdict.places(),
                            recalledNs,
                            verdict != null && verdict.withStack()));
        }
    }

    /** Counts a false alarm, unless the answer is something that the machine did to the placebo. */
    private void judgePlacebo(Truth truth, Map<Cause, Long> answers) {
        Map<Cause, Long> unearned = new EnumMap<>(Cause.class);
        answers.forEach((cause, ns) -> unearned.put(cause, ns - Math.min(ns, allowedNs(truth, cause))));
        boolean alarm = namedNs(unearned) >= thresholdNs;
        falseAlarms += alarm ? 1 : 0;
        silentPlacebos += alarm ? 0 : 1;
        silent += alarm ? 0 : 1;
    }

    private static long namedNs(Map<Cause, Long> answers) {
        return answers.entrySet().stream()
                .filter(answer -> !Verdict.ABSTENTIONS.contains(answer.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Time of the iteration that may be given to the cause. */
    private static long allowedNs(Truth truth, Cause cause) {
        return truth.partsNs().entrySet().stream()
                .filter(part -> part.getKey().expected().allow(cause))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static long recalledNs(Truth truth, Verdict verdict) {
        ExpectedCauses expected = truth.fault().expected();
        long sum = verdict.partsNs().entrySet().stream()
                .filter(part -> expected.allow(part.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
        return Math.min(sum, truth.injectedNs());
    }

    private Score score(List<Fault> faults) {
        List<FaultScore> scores = faults.stream()
                .filter(fault -> fault != Fault.PLACEBO)
                .map(this::score)
                .toList();
        List<Judged> all = byFault.values().stream().flatMap(List::stream).toList();
        List<Judged> ranked = all.stream().filter(Judged::main).toList();
        List<Judged> others = all.stream().filter(Judged::other).toList();
        return new Score(
                scores,
                silentPlacebos + falseAlarms,
                falseAlarms,
                share(silentPlacebos, silent),
                all.size(),
                count(all.stream().filter(Judged::withStack).count()),
                count(all.stream().filter(Judged::missed).count()),
                ranked.size(),
                count(ranked.stream().filter(Judged::first).count()),
                count(ranked.stream().filter(Judged::silent).count()),
                others.size(),
                count(others.stream().filter(Judged::amongTwo).count()),
                count(ranked.stream().filter(Judged::placeable).count()),
                count(ranked.stream().filter(Judged::placed).count()));
    }

    private FaultScore score(Fault fault) {
        List<Judged> judged = byFault.getOrDefault(fault, List.of());
        long[] sizesNs = judged.stream()
                .mapToLong(one -> one.truth().injectedNs())
                .sorted()
                .toArray();
        long recalledNs = judged.stream().mapToLong(Judged::recalledNs).sum();
        List<Judged> ranked = judged.stream().filter(Judged::main).toList();
        ExpectedCauses expected = fault.expected();
        return new FaultScore(
                fault,
                judged.size(),
                ranked.size(),
                judged.isEmpty() ? OptionalDouble.empty() : share(sum(rightNs, expected), sum(givenNs, expected)),
                share(recalledNs, Arrays.stream(sizesNs).sum()),
                share(ranked.stream().filter(Judged::first).count(), ranked.size()),
                share(
                        ranked.stream().filter(Judged::placed).count(),
                        ranked.stream().filter(Judged::placeable).count()),
                judged.isEmpty() ? 0 : sizesNs[sizesNs.length / 2],
                judged.isEmpty() ? 0 : sizesNs[0],
                judged.isEmpty() ? 0 : sizesNs[sizesNs.length - 1],
                answers(judged),
                note(fault, judged));
    }

    private String note(Fault fault, List<Judged> judged) {
        if (impossible.containsKey(fault)) {
            return impossible.get(fault);
        }
        int tried = labelled.getOrDefault(fault, 0);
        if (judged.isEmpty()) {
            return tried == 0 ? "none took place" : "none took " + Durations.format(thresholdNs) + " or longer";
        }
        return judged.size() == tried
                ? ""
                : tried - judged.size() + " more took less than " + Durations.format(thresholdNs);
    }

    private static long sum(Map<Cause, Long> causes, ExpectedCauses expected) {
        return expected.named().stream()
                .mapToLong(cause -> causes.getOrDefault(cause, 0L))
                .sum();
    }

    /** Shares of a fault's time by answer, right or wrong. */
    private static Map<String, Double> answers(List<Judged> judged) {
        Map<String, Long> sums = new HashMap<>();
        for (Judged one : judged) {
            one.saidOfFaultNs().forEach((cause, ns) -> sums.merge(cause.label(), ns, Long::sum));
            if (one.answersNs().isEmpty()) {
                sums.merge(NO_OUTLIER, one.truth().injectedNs(), Long::sum);
            }
        }
        double total = sums.values().stream().mapToLong(Long::longValue).sum();
        Map<String, Double> shares = new LinkedHashMap<>();
        sums.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .forEach(entry -> shares.put(entry.getKey(), entry.getValue() / total));
        return shares;
    }

    private static OptionalDouble share(long part, long whole) {
        return whole == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) part / whole);
    }

    private static int count(long value) {
        return Math.toIntExact(value);
    }
}
