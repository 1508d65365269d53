package io.straggler.cli.text;

import io.straggler.diagnosis.CulpritSite;
import io.straggler.model.text.Durations;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import java.util.ArrayList;
import java.util.List;

/** Where outliers were slow that waited for nobody that is known: a line for each of the worst sites and one for the others. */
final class SiteLines {
    private static final int MAX_SITES = 8;
    private static final int DELAY = 12;

    private SiteLines() {}

    /** @param normalNs what an iteration normally takes; zero when it is not known */
    static List<String> of(List<CulpritSite> sites, long normalNs, PlaceText places, LineWidth width) {
        List<String> lines = new ArrayList<>();
        if (sites.isEmpty()) {
            return lines;
        }
        List<CulpritSite> worst = sites.subList(0, Math.min(MAX_SITES, sites.size()));
        List<CulpritSite> others = sites.subList(worst.size(), sites.size());
        lines.addAll(width.wrapped(
                "  ",
                "sites: " + (normalNs > 0 ? "time beyond the median" : "time")
                        + " \u00b7 outliers \u00b7 what took most of it"));
        int count = worst.stream()
                .mapToInt(site -> TerminalText.count(site.culprits().size()).length())
                .max()
                .orElse(0);
        for (CulpritSite site : worst) {
            String start = delay(site.delayCausedNs()) + "  "
                    + TerminalText.right(TerminalText.count(site.culprits().size()), count) + "  ";
            lines.addAll(width.behind(start, CulpritLines.words(site, places, width.columns() - start.length())));
        }
        if (!others.isEmpty()) {
            long ns = others.stream().mapToLong(CulpritSite::delayCausedNs).sum();
            lines.add(delay(ns) + "  at " + TerminalText.counted(others.size(), "other site"));
        }
        return lines;
    }

    private static String delay(long ns) {
        return TerminalText.right(Durations.format(ns), DELAY);
    }
}
