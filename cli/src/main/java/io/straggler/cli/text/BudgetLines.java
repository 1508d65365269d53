package io.straggler.cli.text;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.Place;
import io.straggler.model.text.Decimals;
import io.straggler.model.text.Durations;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Where the latency of outliers went: a line for each cause that matters and one for the rest. The shares add up to 100%. */
final class BudgetLines {
    /** A cause below this share goes to the rest. */
    private static final double MIN_SHARE = 0.005;

    private static final int MAX_CAUSES = 7;
    private static final int LINES_OF_A_PLACE = 2;
    private static final String BEFORE_PLACE = ": ";
    private static final int TENTHS = 1_000;

    /** Columns of the widest interval. */
    private static final int INTERVAL = 10;

    private BudgetLines() {}

    /**
     * Lines of a budget; all empty where there is nothing to divide.
     *
     * @param title what is divided
     * @param largest of the largest cause
     * @param others of the other causes
     */
    record Parts(List<String> title, List<String> largest, List<String> others) {
        List<String> all() {
            return Stream.of(title, largest, others).flatMap(List::stream).toList();
        }
    }

    static Parts of(Conclusions conclusions, PlaceText places, LineWidth width) {
        List<CauseSum> causes = causes(conclusions);
        if (causes.isEmpty()) {
            return new Parts(List.of(), List.of(), List.of());
        }
        long dividedNs = dividedNs(causes);
        List<String> lines = new ArrayList<>();
        int largest = 0;
        int shown = shown(causes);
        List<CauseSum> rest = causes.subList(shown, causes.size());
        int[] tenths = tenths(causes, shown);
        int label = causes.stream()
                .limit(shown)
                .mapToInt(sum -> sum.cause().label().length())
                .max()
                .orElse(0);
        boolean intervals = hasIntervals(conclusions);
        for (int i = 0; i < shown; i++) {
            String start = percent(tenths[i]) + interval(causes.get(i), intervals) + "  "
                    + TerminalText.left(causes.get(i).cause().label(), label) + "  ";
            lines.addAll(width.behind(start, evidence(causes.get(i), dividedNs)));
            addPlace(causes.get(i), places, start.length(), width, lines);
            lines.addAll(OtherThreadLines.of(causes.get(i), places, width.below(start.length()), width));
            if (causes.get(i).cause() == Cause.GC_PAUSE) {
                lines.addAll(AllocationLines.of(conclusions.allocations(), places, width.below(start.length()), width));
            }
            largest = i == 0 ? lines.size() : largest;
        }
        if (!rest.isEmpty()) {
            String start = percent(tenths[shown]) + (intervals ? " ".repeat(INTERVAL) : "") + "  ";
            lines.addAll(rest(start, rest, dividedNs, width));
        }
        return new Parts(
                title(conclusions, dividedNs, width), lines.subList(0, largest), lines.subList(largest, lines.size()));
    }

    /** Whether a line has an interval in brackets. */
    static boolean hasIntervals(Conclusions conclusions) {
        List<CauseSum> causes = causes(conclusions);
        return conclusions.ownPartsOnly().isEmpty()
                && causes.stream()
                        .limit(shown(causes))
                        .anyMatch(sum -> sum.share().isPresent());
    }

    private static List<CauseSum> causes(Conclusions conclusions) {
        return conclusions.budget().causes().stream()
                .filter(sum -> sum.totalNs() > 0)
                .filter(sum -> conclusions.ownPartsOnly().isEmpty() || sum.cause() != Cause.INHERITED)
                .toList();
    }

    private static long dividedNs(List<CauseSum> causes) {
        return causes.stream().mapToLong(CauseSum::totalNs).sum();
    }

    /** Number of causes that have a line. */
    private static int shown(List<CauseSum> causes) {
        double leastNs = MIN_SHARE * dividedNs(causes);
        return (int) causes.stream()
                .filter(sum -> sum.totalNs() >= leastNs)
                .limit(MAX_CAUSES)
                .count();
    }

    /** Returns the title: all latency is divided, or only what outliers did not spend waiting. */
    private static List<String> title(Conclusions conclusions, long dividedNs, LineWidth width) {
        RunBudget budget = conclusions.budget();
        List<String> sentences = new ArrayList<>();
        conclusions.ownPartsOnly().ifPresent(sentences::add);
        if (conclusions.ownPartsOnly().isPresent() && dividedNs == budget.latencyNs()) {
            sentences.add("where the " + Durations.format(dividedNs) + " of "
                    + TerminalText.counted(budget.budgets().size(), "outlier") + " went");
        } else if (conclusions.ownPartsOnly().isPresent()) {
            sentences.add("where the " + Durations.format(dividedNs) + " went that outliers did not spend queueing, "
                    + Decimals.significant(100.0 * dividedNs / budget.latencyNs(), 3) + "%"
                    + " of their latency");
        } else {
            sentences.add("where the latency of "
                    + TerminalText.counted(budget.budgets().size(), "outlier")
                    + " went; waiting is carried back to what made the culprits slow");
        }
        return sentences.stream()
                .flatMap(sentence -> width.wrapped("  ", sentence).stream())
                .toList();
    }

    /** Shares in tenths of a percent, of the shown and of the rest together. What rounding down leaves goes to the largest remainders. */
    private static int[] tenths(List<CauseSum> causes, int shown) {
        long[] sums = new long[shown + 1];
        for (int i = 0; i < causes.size(); i++) {
            sums[Math.min(i, shown)] += causes.get(i).totalNs();
        }
        double all = Arrays.stream(sums).sum();
        int[] tenths = Arrays.stream(sums)
                .mapToInt(ns -> (int) Math.floor(TENTHS * (ns / all)))
                .toArray();
        IntStream.range(0, sums.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> tenths[i] - TENTHS * (sums[i] / all)))
                .limit(TENTHS - Arrays.stream(tenths).sum())
                .forEach(i -> tenths[i]++);
        return tenths;
    }

    /**
     * Returns the interval in whole percent, rounded outwards so that the share lies within; empty unless all of the
     * latency is divided.
     */
    private static String interval(CauseSum sum, boolean shown) {
        if (!shown) {
            return "";
        }
        String text = sum.share()
                .map(share -> " [" + outwards(-share.low()) + ", " + outwards(share.high()) + "]")
                .orElse("");
        return TerminalText.left(text, INTERVAL);
    }

    /** Share in whole percent, rounded up; of a negative share the amount, rounded down. A thousandth of a percent is no reason to round. */
    private static long outwards(double share) {
        return Math.abs((long) Math.ceil(100 * share - 0.001));
    }

    private static String percent(int tenths) {
        String text = tenths == 0 ? "<0.1%" : tenths / 10 + "." + tenths % 10 + "%";
        return TerminalText.right(text, 10);
    }

    /**
     * Adds the heaviest place to the last line, or below it where there is no room for all of it. Who was waited for there {@link OtherThreadLines} say.
     *
     * @param indent columns in front of the evidence
     */
    private static void addPlace(CauseSum sum, PlaceText places, int indent, LineWidth width, List<String> lines) {
        Place place =
                sum.where().isEmpty() ? Place.NONE : sum.where().get(0).place().withoutPartner();
        if (place.isEmpty() || sum.cause() == Cause.RUN_QUEUE || sum.ownNs() == 0) {
            return;
        }
        int last = lines.size() - 1;
        int left = width.columns() - lines.get(last).length() - BEFORE_PLACE.length();
        if (places.columnsWithoutPackages(place) <= left) {
            lines.set(last, lines.get(last) + BEFORE_PLACE + places.fit(place, left));
            return;
        }
        int below = width.below(indent);
        int room = width.columns() - below;
        boolean oneLine = places.columnsWithoutPackages(place) <= room;
        lines.addAll(width.wrapped(" ".repeat(below), places.fit(place, oneLine ? room : LINES_OF_A_PLACE * room)));
    }

    /** Evidence that a share rests on: outliers, events, stacks. */
    private static String evidence(CauseSum sum, long latencyNs) {
        if (sum.ownNs() == 0) {
            return "queueing delay behind it only";
        }
        String text = "in " + TerminalText.counted(sum.outliers(), "outlier");
        if (sum.carriedNs() > 0) {
            text += String.format(Locale.ROOT, " (%.1f%% there)", 100.0 * sum.ownNs() / latencyNs);
        }
        if (sum.events() > 0) {
            // Facts known only to the operating system were read, not reported.
            text += ", " + TerminalText.counted(sum.events(), sum.cause().kind().isPresent() ? "event" : "reading");
        }
        if (sum.stacks() > 0) {
            text += ", " + TerminalText.counted(sum.stacks(), "stack");
        }
        return text;
    }

    /** The names of as many causes as a line has room for, and the number of the others. */
    private static List<String> rest(String start, List<CauseSum> rest, long latencyNs, LineWidth width) {
        int named = rest.size();
        while (named > 1 && start.length() + rest(rest, named, latencyNs).length() > width.columns()) {
            named--;
        }
        return width.behind(start, rest(rest, named, latencyNs));
    }

    /** The names of the first causes; of those that are not small, how large they are. */
    private static String rest(List<CauseSum> rest, int named, long latencyNs) {
        String names = rest.stream()
                .limit(named)
                .map(sum -> sum.cause().label()
                        + (sum.totalNs() < MIN_SHARE * latencyNs
                                ? ""
                                : String.format(Locale.ROOT, " %.1f%%", 100.0 * sum.totalNs() / latencyNs)))
                .collect(Collectors.joining(", "));
        return "the rest: " + names + (rest.size() > named ? " and " + (rest.size() - named) + " more" : "");
    }
}
