package io.straggler.fleet.text;

import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Verdict;
import io.straggler.fleet.result.Fleet;
import io.straggler.fleet.result.FleetDifference;
import io.straggler.fleet.result.FleetGroup;
import io.straggler.fleet.result.FleetHost;
import io.straggler.fleet.result.FleetSite;
import io.straggler.fleet.result.SkippedSource;
import io.straggler.fleet.result.UnlikeHost;
import io.straggler.model.Percentiles;
import io.straggler.model.Series;
import io.straggler.model.text.Durations;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A fleet on a terminal. */
public final class FleetLines {
    private static final int NAME = 30;
    private static final int VALUE = 11;
    private static final int MAX_CAUSES = 6;
    private static final int MAX_HOSTS = 10;
    private static final int MAX_SITES = 8;
    private static final int MAX_SKIPPED = 5;

    /** A cause below this share is not worth its room. */
    private static final double MIN_SHARE = 0.01;

    private FleetLines() {}

    public static List<String> of(Fleet fleet) {
        List<String> lines = new ArrayList<>();
        addSources(fleet, lines);
        addHead(lines);
        addGroup("all", fleet.all(), lines);
        fleet.by().forEach(grouping -> {
            lines.add("  by " + TerminalText.fit(grouping.by(), NAME));
            grouping.groups().forEach(group -> addGroup("  " + group.name(), group, lines));
        });
        addCauses(fleet.all(), lines);
        addUnlike(fleet, lines);
        addHosts(fleet.hosts(), lines);
        addSites(fleet.sites(), lines);
        fleet.differences().forEach(difference -> addDifference(difference, lines));
        return lines;
    }

    private static void addSources(Fleet fleet, List<String> lines) {
        Fleet.Sources sources = fleet.sources();
        lines.add("");
        lines.addAll(LineWidth.USUAL.wrapped(
                "",
                TerminalText.counted(fleet.all().recordings(), "recording") + " of "
                        + TerminalText.counted(fleet.all().hosts(), "host") + ", "
                        + TerminalText.counted(fleet.all().iterations(), "iteration") + ", "
                        + TerminalText.counted(fleet.all().outliers(), "outlier")
                        + (sources.reused() == 0
                                ? ""
                                : "; " + TerminalText.count(sources.reused()) + " had been read before")));
        long tasks = fleet.facts().getOrDefault("task", java.util.Map.of()).size();
        if (tasks > 1) {
            lines.addAll(LineWidth.USUAL.wrapped(
                    "  ", "These are " + tasks + " different tasks, merged: --by task tells them apart."));
        }
        if (sources.saturated() > 0) {
            lines.addAll(LineWidth.USUAL.wrapped(
                    "  ",
                    TerminalText.counted(sources.saturated(), "recording")
                            + " did not keep the rate: latencies there grow with the length of the run."));
        }
        sources.skipped().stream().limit(MAX_SKIPPED).forEach(skipped -> addSkipped(skipped, lines));
        if (sources.skipped().size() > MAX_SKIPPED) {
            lines.add("  skipped " + TerminalText.count(sources.skipped().size() - MAX_SKIPPED)
                    + " more; the page and fleet.json list them");
        }
    }

    private static void addSkipped(SkippedSource skipped, List<String> lines) {
        lines.addAll(LineWidth.USUAL.wrapped(
                "  ",
                "skipped " + TerminalText.fit(skipped.source(), 2 * NAME) + ": "
                        + TerminalText.visible(skipped.why())));
    }

    private static void addHead(List<String> lines) {
        lines.add("");
        lines.add("  " + TerminalText.left("", NAME) + TerminalText.right("recordings", VALUE)
                + TerminalText.right("hosts", VALUE) + TerminalText.right("p50", VALUE)
                + TerminalText.right("p99", VALUE) + TerminalText.right("p99.9", VALUE)
                + TerminalText.right("max", VALUE));
    }

    private static void addGroup(String name, FleetGroup group, List<String> lines) {
        lines.add("  " + TerminalText.left(TerminalText.fit(name, NAME), NAME)
                + TerminalText.right(TerminalText.count(group.recordings()), VALUE)
                + TerminalText.right(TerminalText.count(group.hosts()), VALUE)
                + value(group, 50)
                + value(group, 99)
                + value(group, 99.9)
                + TerminalText.right(
                        group.latency().stream()
                                .findFirst()
                                .map(series -> Durations.format(series.maxNs()))
                                .orElse("–"),
                        VALUE));
    }

    private static String value(FleetGroup group, double percentile) {
        return TerminalText.right(
                group.latency().stream()
                        .filter(series -> Percentiles.measurable(percentile, series.count()))
                        .flatMap(series -> series.percentiles().stream())
                        .filter(point -> point.percentile() >= percentile - 1e-9)
                        .findFirst()
                        .map(Series.Point::valueNs)
                        .map(Durations::format)
                        .orElse("–"),
                VALUE);
    }

    private static void addCauses(FleetGroup all, List<String> lines) {
        long latencyNs = all.diagnosis().latencyNs();
        if (latencyNs == 0) {
            return;
        }
        lines.add("");
        lines.add(
                "  where the latency of " + TerminalText.counted(all.diagnosis().outliers(), "diagnosed outlier")
                        + " went, " + Durations.format(latencyNs) + " in all");
        for (CauseSum cause : all.diagnosis().causes().stream()
                .filter(one -> one.totalNs() >= MIN_SHARE * latencyNs)
                .limit(MAX_CAUSES)
                .toList()) {
            lines.add(TerminalText.right(percent(cause.totalNs(), latencyNs), 10) + "  "
                    + TerminalText.left(cause.cause().label(), NAME) + " in "
                    + TerminalText.counted(cause.outliers(), "outlier"));
        }
        lines.add("  " + TerminalText.count(all.coverage().withStack()) + " of "
                + TerminalText.counted(all.coverage().ranLong(), "outlier")
                + " that ran long enough for a stack have one");
    }

    private static String percent(double part, double whole) {
        return String.format(Locale.ROOT, "%.1f%%", 100 * part / whole);
    }

    private static void addUnlike(Fleet fleet, List<String> lines) {
        lines.add("");
        fleet.unlike().refusal().ifPresent(why -> lines.addAll(LineWidth.USUAL.wrapped("  ", why)));
        if (fleet.unlike().refusal().isPresent()) {
            return;
        }
        String judged = TerminalText.counted(fleet.unlike().judged(), "host") + " that could be compared";
        if (fleet.unlike().unlike().isEmpty()) {
            lines.add("  no host is certainly unlike the rest, of " + judged);
            return;
        }
        lines.add("  unlike the rest, of " + judged + ":");
        for (UnlikeHost host : fleet.unlike().unlike().stream().limit(MAX_HOSTS).toList()) {
            lines.addAll(LineWidth.USUAL.wrapped(
                    "      ",
                    TerminalText.fit(host.host(), NAME) + ": " + host.cause().label() + " takes "
                            + Durations.format(Math.round(host.perIterationNs())) + " of an iteration there, "
                            + Durations.format(Math.round(host.usualNs())) + " on the host in the middle"));
        }
        if (fleet.unlike().unlike().size() > MAX_HOSTS) {
            lines.add("      and " + TerminalText.count(fleet.unlike().unlike().size() - MAX_HOSTS) + " more");
        }
    }

    private static void addHosts(List<FleetHost> hosts, List<String> lines) {
        if (hosts.size() < 2) {
            return;
        }
        lines.add("");
        lines.add("  hosts that lose most in outliers, per iteration");
        for (FleetHost host : hosts.stream().limit(MAX_HOSTS / 2).toList()) {
            lines.add("  " + TerminalText.right(Durations.format(Math.round(host.perIterationNs())), VALUE) + "  "
                    + TerminalText.left(TerminalText.fit(host.host(), NAME), NAME) + " p99.9 "
                    + TerminalText.left(Durations.format(host.p999Ns()), VALUE)
                    + host.cause().map(cause -> "mostly " + cause.label()).orElse(""));
        }
    }

    private static void addSites(List<FleetSite> sites, List<String> lines) {
        if (sites.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add("  delay caused · culprits · hosts · where");
        for (FleetSite site : sites.stream().limit(MAX_SITES).toList()) {
            lines.add("  " + TerminalText.right(Durations.format(site.delayCausedNs()), VALUE)
                    + TerminalText.right(TerminalText.count(site.culprits()), 8)
                    + TerminalText.right(TerminalText.count(site.hosts()), 6) + "  "
                    + TerminalText.fit(
                            site.cause().label() + (site.where().isEmpty() ? "" : ": " + site.where()),
                            LineWidth.USUAL.columns() - VALUE - 20));
        }
    }

    private static void addDifference(FleetDifference difference, List<String> lines) {
        lines.add("");
        lines.addAll(LineWidth.USUAL.wrapped(
                "  ",
                difference.by() + ": " + difference.b() + " against " + difference.a() + ", of "
                        + (difference.paired()
                                ? "the same " + TerminalText.counted(difference.hostsA(), "host")
                                : TerminalText.counted(difference.hostsB(), "host") + " and "
                                        + TerminalText.count(difference.hostsA()))));
        List<Difference> clear = difference.comparison().differences().stream()
                .filter(one -> one.verdict() == Verdict.IMPROVED || one.verdict() == Verdict.REGRESSED)
                .toList();
        if (clear.isEmpty()) {
            lines.add("      no detectable difference");
        }
        for (Difference one : clear) {
            lines.add("      " + TerminalText.left(one.metric().label(), VALUE)
                    + one.verdict().name().toLowerCase(Locale.ROOT)
                    + one.relative()
                            .map(change -> String.format(
                                    Locale.ROOT,
                                    " %+.1f%% [%+.1f, %+.1f]",
                                    100 * change.value(),
                                    100 * change.low(),
                                    100 * change.high()))
                            .orElse(""));
        }
    }
}
