package io.straggler.cli.text;

import io.straggler.diagnosis.Counterfactual;
import io.straggler.diagnosis.Counterfactual.Without;
import io.straggler.model.Place;
import io.straggler.model.Series;
import io.straggler.model.text.Durations;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Predicted percentiles: a line for each percentile, with the removals that would lower it most; or the reason why
 * nothing is predicted. Causes are removed from outliers only, so below the threshold a prediction is an upper bound.
 */
final class CounterfactualLines {
    /** Largest number of causes, and of sites, that are shown: a cause and its worst site often say the same. */
    private static final int MOST_OF_EACH = 2;

    /** A change smaller than this is none. */
    private static final double MIN_GAIN = 0.01;

    /** A site that lowers a percentile nearly as much as its cause does. */
    private static final double SAME = 0.02;

    /** Factor beyond the interval from which on a prediction is contradicted. */
    private static final double OFF = 1.5;

    /** A longer name of a place has shorter ones. */
    private static final int LONGEST_PLACE = 60;

    private static final String WITHOUT = "without ";
    private static final String AND_SO_ON = ";";
    private static final String FURTHER = "      ";

    private CounterfactualLines() {}

    static List<String> of(Counterfactual counterfactual, long thresholdNs, PlaceText places, LineWidth width) {
        if (counterfactual.refusal().isPresent()) {
            return width.wrapped(
                    "  ", "no predictions: " + counterfactual.refusal().get());
        }
        List<String> lines = new ArrayList<>();
        for (int i = counterfactual.measured().size() - 1; i >= 0; i--) {
            lines.addAll(lines(counterfactual, i, thresholdNs, places, width));
        }
        return lines;
    }

    /** Whether a line has an interval in brackets. */
    static boolean hasIntervals(Counterfactual counterfactual, long thresholdNs) {
        return counterfactual.refusal().isEmpty()
                && IntStream.range(0, counterfactual.measured().size())
                        .anyMatch(percentile -> shown(helpful(counterfactual, percentile), percentile).stream()
                                .anyMatch(without -> hasInterval(without, percentile, thresholdNs)));
    }

    private static boolean hasInterval(Without without, int percentile, long thresholdNs) {
        return percentile < without.intervals().size() && !isBound(without, percentile, thresholdNs);
    }

    private static List<String> lines(
            Counterfactual counterfactual, int percentile, long thresholdNs, PlaceText places, LineWidth width) {
        Series.Point measured = counterfactual.measured().get(percentile);
        List<Without> helpful = helpful(counterfactual, percentile);
        String start = "p" + digits(measured.percentile()) + " is " + Durations.format(measured.valueNs()) + AND_SO_ON;
        if (helpful.isEmpty()) {
            return width.wrapped("  ", start + " no cause or site on its own lowers it by 1% or more");
        }
        List<String> lines = new ArrayList<>();
        String indent = "  ";
        String line = start;
        for (Without without : shown(helpful, percentile)) {
            String value = " " + bounded(without, percentile, thresholdNs)
                    + interval(without, percentile, thresholdNs)
                    + contradiction(without, percentile)
                    + AND_SO_ON;
            int room = width.columns() - FURTHER.length() - WITHOUT.length() - value.length();
            String clause = WITHOUT + name(without, helpful, percentile, places, room) + value;
            if (indent.length() + line.length() + 1 + clause.length() > width.columns()) {
                lines.addAll(width.behind(indent, line));
                indent = FURTHER;
                line = clause;
            } else {
                line += " " + clause;
            }
        }
        lines.addAll(width.behind(indent, line.substring(0, line.length() - AND_SO_ON.length())));
        return lines;
    }

    /** Causes and sites that lower the percentile, those that lower it most first. */
    private static List<Without> helpful(Counterfactual counterfactual, int percentile) {
        long measuredNs = counterfactual.measured().get(percentile).valueNs();
        return counterfactual.without().stream()
                .filter(without -> valueNs(without, percentile) <= (1 - MIN_GAIN) * measuredNs)
                .sorted(Comparator.comparingLong(without -> valueNs(without, percentile)))
                .toList();
    }

    private static List<Without> shown(List<Without> helpful, int percentile) {
        List<Without> shown = new ArrayList<>();
        int[] said = new int[2];
        for (Without without : helpful) {
            int sort = without.site().isPresent() ? 1 : 0;
            if (!repeats(without, helpful, percentile) && said[sort]++ < MOST_OF_EACH) {
                shown.add(without);
            }
        }
        return shown;
    }

    /** Returns whether a site repeats its cause, because nearly all of the cause comes from it. */
    private static boolean repeats(Without without, List<Without> all, int percentile) {
        return without.site().isPresent()
                && all.stream()
                        .filter(one ->
                                one.cause() == without.cause() && one.site().isEmpty())
                        .anyMatch(one -> repeats(without, one, percentile));
    }

    private static boolean repeats(Without site, Without cause, int percentile) {
        return valueNs(site, percentile) <= (1 + SAME) * valueNs(cause, percentile);
    }

    /** Returns the prediction, as a bound where it is one. */
    static String bounded(Without without, int percentile, long thresholdNs) {
        return (isBound(without, percentile, thresholdNs) ? "at most " : "")
                + Durations.format(valueNs(without, percentile));
    }

    private static boolean isBound(Without without, int percentile, long thresholdNs) {
        return valueNs(without, percentile) < thresholdNs || without.isBound(percentile);
    }

    private static String interval(Without without, int percentile, long thresholdNs) {
        if (!hasInterval(without, percentile, thresholdNs)) {
            return "";
        }
        Counterfactual.Interval interval = without.intervals().get(percentile);
        return " " + TerminalText.interval(interval.lowNs(), interval.highNs());
    }

    /** Where the removal would change nothing it must have been as predicted, roughly. */
    private static String contradiction(Without without, int percentile) {
        return without.elsewhere()
                .map(elsewhere -> elsewhere.percentiles().get(percentile).valueNs())
                .filter(ns -> ns > OFF * without.intervals().get(percentile).highNs()
                        || OFF * ns < without.intervals().get(percentile).lowNs())
                .map(ns -> " (but " + Durations.format(ns) + " where there was none)")
                .orElse("");
    }

    private static long valueNs(Without without, int percentile) {
        return without.percentiles().get(percentile).valueNs();
    }

    private static String name(Without without, List<Without> all, int percentile, PlaceText places, int room) {
        int columns = Math.min(LONGEST_PLACE, room);
        return without.site()
                .filter(site -> !site.isEmpty())
                .map(site -> places.fit(site, columns))
                .orElseGet(() -> places.fit(without.cause(), onlySite(without, all, percentile), columns));
    }

    /** The place that nearly all of a cause comes from; empty for none, and where places say little. */
    private static Place onlySite(Without cause, List<Without> all, int percentile) {
        return all.stream()
                .filter(one -> cause.cause().isAtPlaces()
                        && one.cause() == cause.cause()
                        && one.site().filter(site -> !site.isEmpty()).isPresent())
                .filter(one -> repeats(one, cause, percentile))
                .findFirst()
                .flatMap(Without::site)
                .orElse(Place.NONE);
    }

    /** A percentile as people write it, without the letter. */
    static String digits(double percentile) {
        return String.format(Locale.ROOT, "%.4f", percentile).replaceFirst("\\.?0+$", "");
    }
}
