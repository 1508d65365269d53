package io.straggler.cli.text;

import io.straggler.diagnosis.Counterfactual;
import io.straggler.diagnosis.Counterfactual.Without;
import io.straggler.model.Series;
import io.straggler.model.text.Durations;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What the percentiles would have been: a line for each percentile, with what would lower it most; or why that is not said. */
final class CounterfactualLines {
    /** So many causes, and so many sites: a cause and its worst site often say the same. */
    private static final int MOST_OF_EACH = 2;

    /** A change smaller than this is none. */
    private static final double LEAST_GAIN = 0.01;

    private static final int LONGEST_PLACE = 40;

    private CounterfactualLines() {}

    static List<String> of(Counterfactual counterfactual, Places places) {
        if (counterfactual.refusal().isPresent()) {
            return TerminalText.wrapped(
                    "  ", "no counterfactuals: " + counterfactual.refusal().get());
        }
        List<String> lines = new ArrayList<>();
        for (int i = counterfactual.measured().size() - 1; i >= 0; i--) {
            lines.add(line(counterfactual, i, places));
        }
        return lines;
    }

    private static String line(Counterfactual counterfactual, int percentile, Places places) {
        Series.Point measured = counterfactual.measured().get(percentile);
        String replay = String.format(Locale.ROOT, "; replay off by %.1f%%", 100 * counterfactual.replayError());
        StringBuilder line = new StringBuilder("  p").append(digits(measured.percentile()));
        line.append(" is ").append(Durations.format(measured.valueNs()));
        int start = line.length();
        List<Without> helpful = counterfactual.without().stream()
                .filter(without -> valueNs(without, percentile) <= (1 - LEAST_GAIN) * measured.valueNs())
                .sorted(Comparator.comparingLong(without -> valueNs(without, percentile)))
                .toList();
        int[] said = new int[2];
        for (Without without : helpful) {
            int sort = without.site().isPresent() ? 1 : 0;
            String clause = "; without " + name(without, places) + " " + Durations.format(valueNs(without, percentile));
            if (said[sort] < MOST_OF_EACH && line.length() + clause.length() + replay.length() <= TerminalText.WIDTH) {
                line.append(clause);
                said[sort]++;
            }
        }
        if (line.length() == start) {
            line.append("; no cause or site on its own lowers it by 1% or more");
        }
        return line.append(replay).toString();
    }

    private static long valueNs(Without without, int percentile) {
        return without.percentiles().get(percentile).valueNs();
    }

    private static String name(Without without, Places places) {
        return without.site().filter(site -> !site.isEmpty()).isPresent()
                ? places.fit(without.site().get(), LONGEST_PLACE)
                : without.cause().label();
    }

    private static String digits(double percentile) {
        return String.format(Locale.ROOT, "%.4f", percentile).replaceFirst("\\.?0+$", "");
    }
}
