package io.straggler.cli.text;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.budget.TimeBudget.Part;
import io.straggler.flamegraph.RankedOutlier;
import io.straggler.model.Outlier;
import io.straggler.model.Place;
import io.straggler.model.RunDescription;
import io.straggler.model.text.Durations;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Outliers that are part of one trace, the worst first: what each took, and where that went. */
public final class TraceLines {
    /** A smaller part of an outlier is not listed. */
    private static final double MIN_SHARE = 0.01;

    private static final Comparator<Part> LONGEST_FIRST =
            Comparator.comparingLong(Part::ns).reversed();

    private TraceLines() {}

    /** The outliers of a trace, the worst first; none if no outlier is part of it. */
    public static List<RankedOutlier> outliers(Conclusions conclusions, String traceId) {
        return RankedOutlier.worstFirst(conclusions).stream()
                .filter(one -> one.diagnosed().outlier().traceId().equals(traceId))
                .toList();
    }

    /** Returns the sentence for a trace without outliers. */
    public static String none(Conclusions conclusions, String traceId) {
        List<Outlier> all = conclusions.diagnosis().outliers().stream()
                .map(one -> one.outlier())
                .toList();
        long traced =
                all.stream().filter(outlier -> !outlier.traceId().isEmpty()).count();
        return "No outlier has traceId=" + traceId + "; the trace is known of " + TerminalText.count(traced) + " of "
                + TerminalText.counted(all.size(), "outlier") + ".";
    }

    /** Lines for these outliers of a run. */
    public static List<String> of(RunDescription run, List<RankedOutlier> outliers, LineWidth width) {
        PlaceText places = new PlaceText(TaskPackage.of(run));
        List<String> lines = new ArrayList<>();
        for (RankedOutlier one : outliers) {
            Outlier outlier = one.diagnosed().outlier();
            lines.addAll(width.wrapped(
                    "",
                    "outlier " + one.rank() + " took "
                            + Durations.format(outlier.iteration().latencyNs())
                            + (outlier.group().isEmpty() ? "" : ": " + TerminalText.visible(outlier.group()))));
            long latencyNs = one.budget().latencyNs();
            one.budget().parts().stream()
                    .filter(part -> part.ns() >= MIN_SHARE * latencyNs)
                    .sorted(LONGEST_FIRST)
                    .forEach(part -> lines.addAll(lines(part, latencyNs, places, width)));
        }
        return lines;
    }

    private static List<String> lines(Part part, long latencyNs, PlaceText places, LineWidth width) {
        String start = String.format(
                Locale.ROOT, "  %9s  %5.1f%%  ", Durations.format(part.ns()), 100.0 * part.ns() / latencyNs);
        Place place = part.where().isEmpty() ? Place.NONE : part.where().get(0).place();
        return width.behind(start, places.fit(part.cause(), place, 2 * (width.columns() - start.length())));
    }
}
