package io.straggler.cli.text;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.Place;
import io.straggler.model.text.Decimals;
import io.straggler.model.text.Durations;
import io.straggler.model.text.TerminalText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Where the latency of outliers went: a line for each cause that matters and one for the rest. The shares add up to 100%. */
final class BudgetLines {
    /** A cause below this share goes to the rest. */
    private static final double LEAST_SHARE = 0.005;

    private static final int MOST_CAUSES = 7;
    private static final int TENTHS = 1_000;

    /** Columns of the widest interval. */
    private static final int INTERVAL = 10;

    private static final int LINES_OF_A_PLACE = 2;

    /** Columns below which every place is cut. */
    private static final int LEAST_PLACE = 8;

    /** Character in the middle of a name that was cut. */
    private static final String CUT = "\u2026";

    private BudgetLines() {}

    static List<String> of(Conclusions conclusions, PlaceText places) {
        List<CauseSum> causes = causes(conclusions);
        List<String> lines = new ArrayList<>();
        if (causes.isEmpty()) {
            return lines;
        }
        long dividedNs = dividedNs(causes);
        addTitle(conclusions, dividedNs, lines);
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
            String evidence = start + evidence(causes.get(i), dividedNs);
            List<String> placed = placed(evidence, causes.get(i), places, start.length());
            lines.add(placed.isEmpty() ? evidence : placed.get(0));
            placed.stream().skip(1).forEach(lines::add);
            lines.addAll(OtherThreadLines.of(causes.get(i), places, start.length()));
        }
        if (!rest.isEmpty()) {
            lines.add(rest(
                    percent(tenths[shown]) + (intervals ? " ".repeat(INTERVAL) : "") + "  the rest: ",
                    rest,
                    dividedNs));
        }
        return lines;
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
        double leastNs = LEAST_SHARE * dividedNs(causes);
        return (int) causes.stream()
                .filter(sum -> sum.totalNs() >= leastNs)
                .limit(MOST_CAUSES)
                .count();
    }

    /** What is divided: all latency, or only what outliers did not spend waiting. */
    private static void addTitle(Conclusions conclusions, long dividedNs, List<String> lines) {
        RunBudget budget = conclusions.budget();
        if (conclusions.ownPartsOnly().isPresent() && dividedNs == budget.latencyNs()) {
            lines.addAll(TerminalText.wrapped("  ", conclusions.ownPartsOnly().get()));
            lines.add("  where the " + Durations.format(dividedNs) + " of "
                    + TerminalText.counted(budget.budgets().size(), "outlier") + " went");
        } else if (conclusions.ownPartsOnly().isPresent()) {
            lines.addAll(TerminalText.wrapped("  ", conclusions.ownPartsOnly().get()));
            lines.add("  where the " + Durations.format(dividedNs) + " went that outliers did not spend queueing, "
                    + Decimals.significant(100.0 * dividedNs / budget.latencyNs(), 3) + "%"
                    + " of their latency");
        } else {
            lines.add("  where the latency of "
                    + TerminalText.counted(budget.budgets().size(), "outlier")
                    + " went; waiting is carried back to what made the culprits slow");
        }
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

    /** In whole percent, where all of the latency is divided. */
    private static String interval(CauseSum sum, boolean shown) {
        if (!shown) {
            return "";
        }
        String text = sum.share()
                .map(share -> " [" + Math.round(100 * share.low()) + ", " + Math.round(100 * share.high()) + "]")
                .orElse("");
        return TerminalText.left(text, INTERVAL);
    }

    private static String percent(int tenths) {
        String text = tenths == 0 ? "<0.1%" : tenths / 10 + "." + tenths % 10 + "%";
        return TerminalText.right(text, 10);
    }

    /**
     * A line with the heaviest place behind it, or below it where there is no room for all of it; empty if there is none. Who was waited for there {@link OtherThreadLines} say.
     *
     * @param indent columns in front of what stands below it
     */
    private static List<String> placed(String line, CauseSum sum, PlaceText places, int indent) {
        if (sum.where().isEmpty()
                || sum.where().get(0).place().withoutPartner().isEmpty()
                || sum.cause() == Cause.RUN_QUEUE
                || sum.ownNs() == 0) {
            return List.of();
        }
        Place place = sum.where().get(0).place().withoutPartner();
        String start = " ".repeat(indent);
        int left = TerminalText.WIDTH - line.length() - 2;
        String behind = places.fit(place, Math.max(left, LEAST_PLACE));
        if (behind.length() <= left && !behind.contains(CUT)) {
            return List.of(line + ": " + behind);
        }
        String below = places.fit(place, TerminalText.WIDTH - indent);
        List<String> more = TerminalText.wrapped(
                start, places.fit(place, LINES_OF_A_PLACE * (TerminalText.WIDTH - indent) - indent));
        List<String> lines = new ArrayList<>(List.of(line));
        lines.addAll(
                below.contains(CUT) && more.stream().allMatch(one -> one.length() <= TerminalText.WIDTH)
                        ? more
                        : List.of(start + below));
        return lines;
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
            // What only the operating system knows was read, not reported.
            text += ", " + TerminalText.counted(sum.events(), sum.cause().kind().isPresent() ? "event" : "reading");
        }
        if (sum.stacks() > 0) {
            text += ", " + TerminalText.counted(sum.stacks(), "stack");
        }
        return text;
    }

    /** The names of as many causes as there is room for; of those that are not small, how large they are. */
    private static String rest(String start, List<CauseSum> rest, long latencyNs) {
        StringBuilder line = new StringBuilder(start);
        for (int i = 0; i < rest.size(); i++) {
            CauseSum sum = rest.get(i);
            String name = (i == 0 ? "" : ", ")
                    + sum.cause().label()
                    + (sum.totalNs() < LEAST_SHARE * latencyNs
                            ? ""
                            : String.format(Locale.ROOT, " %.1f%%", 100.0 * sum.totalNs() / latencyNs));
            String more = i + 1 == rest.size() ? "" : " and " + (rest.size() - i - 1) + " more";
            if (line.length() + name.length() + more.length() > TerminalText.WIDTH) {
                return line.append(" and ")
                        .append(rest.size() - i)
                        .append(" more")
                        .toString();
            }
            line.append(name);
        }
        return line.toString();
    }
}
