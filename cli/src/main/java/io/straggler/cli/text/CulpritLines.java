package io.straggler.cli.text;

import io.straggler.diagnosis.Because;
import io.straggler.diagnosis.CulpritSite;
import io.straggler.model.text.Durations;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import java.util.ArrayList;
import java.util.List;

/** Lines about the culprits: one for each of the worst sites and one for the others. */
final class CulpritLines {
    private static final int MAX_SITES = 5;

    private CulpritLines() {}

    static List<String> of(List<CulpritSite> sites, PlaceText places, LineWidth width) {
        List<String> lines = new ArrayList<>();
        if (sites.isEmpty()) {
            return lines;
        }
        List<CulpritSite> worst = sites.subList(0, Math.min(MAX_SITES, sites.size()));
        List<CulpritSite> others = sites.subList(worst.size(), sites.size());
        lines.addAll(
                width.wrapped("  ", "delay caused, own included \u00b7 culprits \u2192 outliers that waited for them"));
        int culprits = widest(worst.stream()
                .map(site -> TerminalText.count(site.culprits().size()))
                .toList());
        int waits = widest(
                worst.stream().map(site -> TerminalText.count(site.delayed())).toList());
        for (CulpritSite site : worst) {
            String start = delay(site.delayCausedNs()) + "  "
                    + TerminalText.right(TerminalText.count(site.culprits().size()), culprits)
                    + " \u2192 " + TerminalText.left(TerminalText.count(site.delayed()), waits) + "  ";
            lines.addAll(width.behind(start, words(site, places, width.columns() - start.length())));
        }
        if (!others.isEmpty()) {
            long delayCausedNs =
                    others.stream().mapToLong(CulpritSite::delayCausedNs).sum();
            long many =
                    others.stream().mapToLong(site -> site.culprits().size()).sum();
            lines.addAll(width.behind(
                    delay(delayCausedNs) + "  ",
                    "by " + TerminalText.counted(many, "culprit") + " at "
                            + TerminalText.counted(others.size(), "other site")));
        }
        return lines;
    }

    /** Cause and place of a site; whose thread was waited for is said as a clause, which may need several lines. */
    static String words(CulpritSite site, PlaceText places, int columns) {
        return site.place().partner().isPresent()
                ? site.cause().label() + ": " + TerminalText.visible(Because.of(site.cause(), site.place()))
                : places.fit(site.cause(), site.place(), columns);
    }

    private static String delay(long ns) {
        return TerminalText.right(Durations.format(ns), 12);
    }

    private static int widest(List<String> texts) {
        return texts.stream().mapToInt(String::length).max().orElse(0);
    }
}
