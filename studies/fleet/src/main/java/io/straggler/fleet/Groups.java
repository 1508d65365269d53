package io.straggler.fleet;

import io.straggler.compare.result.DiagnosisSums;
import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.Where;
import io.straggler.flamegraph.json.JsonNames;
import io.straggler.fleet.result.Fleet;
import io.straggler.fleet.result.FleetGroup;
import io.straggler.fleet.result.FleetHost;
import io.straggler.fleet.result.FleetOutlier;
import io.straggler.fleet.result.FleetTimes;
import io.straggler.fleet.result.HostMetrics;
import io.straggler.harness.series.LogSummary;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Place;
import io.straggler.model.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** Values that pages and tables show of a summary. Pure. */
public final class Groups {
    private static final int PLACES = RunBudget.WHERES;

    private static final Map<String, Cause> CAUSES =
            Arrays.stream(Cause.values()).collect(Collectors.toUnmodifiableMap(JsonNames::of, Function.identity()));

    private Groups() {}

    /** The cause that files spell so; empty for none. */
    public static Optional<Cause> cause(String word) {
        return Optional.ofNullable(CAUSES.get(word));
    }

    /**
     * A group.
     *
     * @param hosts on how many hosts its recordings were made
     */
    public static FleetGroup group(String name, long hosts, Summary summary) {
        Summary.Totals totals = summary.totals();
        return new FleetGroup(
                name,
                totals.recordings(),
                hosts,
                totals.iterations(),
                totals.outliers(),
                series(summary.latencies()).stream().toList(),
                new DiagnosisSums(
                        totals.diagnosed(),
                        totals.latencyNs(),
                        causes(summary),
                        summary.stacks().stacks()),
                summary.stacks().cutNs(),
                new FleetGroup.StackCoverage(totals.of("ranLong"), totals.of("bySample") + totals.of("byEvent")),
                summary.worst().stream().map(Groups::outlier).toList());
    }

    private static FleetOutlier outlier(Worst worst) {
        return new FleetOutlier(
                worst.latencyNs(),
                worst.atEpochMs(),
                worst.source(),
                worst.host(),
                cause(worst.cause()),
                worst.where());
    }

    /** Percentiles and curve of one histogram; empty without latencies. */
    private static Optional<Series> series(LatencyCounts latencies) {
        Histogram histogram = SeriesRecorder.newHistogram();
        SummaryCodec.addTo(histogram, latencies);
        histogram.setTag(Series.LATENCY);
        try {
            return LogSummary.of(consumer -> consumer.accept(histogram), List.of()).series().stream()
                    .findFirst();
        } catch (IOException e) {
            throw new IllegalStateException("a histogram at hand needs no reading", e);
        }
    }

    private static List<RunBudget.CauseSum> causes(Summary summary) {
        Map<String, List<Where>> places = new TreeMap<>();
        summary.places()
                .sums()
                .forEach((key, sums) -> places.computeIfAbsent(key.kind(), kind -> new ArrayList<>())
                        .add(new Where(Place.of(key.name()), sums[0], sums[1])));
        List<RunBudget.CauseSum> causes = new ArrayList<>();
        summary.causes()
                .forEach((cause, sums) -> causes.add(new RunBudget.CauseSum(
                        cause,
                        sums[0],
                        sums[1],
                        sums[2],
                        sums[3],
                        sums[4],
                        places.getOrDefault(JsonNames.of(cause), List.of()).stream()
                                .sorted(Comparator.comparingLong(Where::ns)
                                        .reversed()
                                        .thenComparing(where -> where.place().words()))
                                .limit(PLACES)
                                .toList())));
        causes.sort(Comparator.comparingLong(RunBudget.CauseSum::totalNs)
                .reversed()
                .thenComparing(RunBudget.CauseSum::cause));
        return causes;
    }

    /** One host in figures. */
    public static FleetHost host(String host, Summary summary) {
        Summary.Totals totals = summary.totals();
        LatencyCounts latencies = summary.latencies();
        return new FleetHost(
                host,
                totals.recordings(),
                totals.iterations(),
                totals.outliers(),
                totals.latencyNs(),
                percentileNs(latencies, 50),
                percentileNs(latencies, 99),
                percentileNs(latencies, 99.9),
                percentileNs(latencies, 100),
                summary.causes().entrySet().stream()
                        .filter(cause -> cause.getValue()[0] + cause.getValue()[1] > 0)
                        .max(Comparator.comparingLong(cause -> cause.getValue()[0] + cause.getValue()[1]))
                        .map(Map.Entry::getKey),
                summary.worst().isEmpty() ? "" : summary.worst().first().source());
    }

    /** Returns the percentile of latencies, in the resolution of their histogram; zero without any. */
    public static long percentileNs(LatencyCounts latencies, double percentile) {
        // A hair of slack, because 99.9 / 100 is not exactly 0.999.
        long wanted = Math.max(1, (long) Math.ceil(latencies.total() * percentile / 100 - 1e-6));
        long seen = 0;
        for (int i = 0; i < latencies.counts().length; i++) {
            seen += latencies.counts()[i];
            if (seen >= wanted) {
                return latencies.valuesNs()[i];
            }
        }
        return 0;
    }

    /**
     * Returns the metrics for the comparison of hosts: parts by recording where there are as many recordings as parts,
     * otherwise parts of each recording.
     */
    public static HostMetrics metrics(String host, Summary summary) {
        long recordings = summary.totals().recordings();
        HostBlocks blocks = recordings >= 2 * HostBlocks.BLOCKS ? summary.sources() : summary.slices();
        List<HostMetrics.Block> some = new ArrayList<>();
        for (int block = 0; block < HostBlocks.BLOCKS; block++) {
            if (blocks.iterations(block) > 0) {
                Map<Cause, Long> causesNs = new EnumMap<>(Cause.class);
                for (Cause cause : Cause.values()) {
                    if (blocks.ns(block, cause) > 0) {
                        causesNs.put(cause, blocks.ns(block, cause));
                    }
                }
                some.add(new HostMetrics.Block(blocks.iterations(block), causesNs));
            }
        }
        return new HostMetrics(host, recordings, some);
    }

    /** Returns the course over time. */
    public static FleetTimes times(Summary summary) {
        List<FleetTimes.Span> spans = new ArrayList<>();
        summary.times().buckets().forEach((startMs, sums) -> {
            Map<Cause, Long> causesNs = new EnumMap<>(Cause.class);
            for (Cause cause : Cause.values()) {
                if (sums[2 + cause.ordinal()] > 0) {
                    causesNs.put(cause, sums[2 + cause.ordinal()]);
                }
            }
            spans.add(new FleetTimes.Span(startMs, sums[0], sums[1], causesNs));
        });
        return new FleetTimes(summary.times().widthMs(), spans);
    }

    /** The percentiles without each cause that recordings predict anything without, the most helpful first. */
    public static List<Fleet.Without> without(Summary summary) {
        List<Fleet.Without> without = new ArrayList<>();
        summary.removed()
                .forEach((cause, removed) -> series(
                                summary.latencies().minus(removed.before()).plus(removed.after()))
                        .ifPresent(series -> without.add(new Fleet.Without(cause, series))));
        without.sort(Comparator.comparingDouble((Fleet.Without one) -> tailNs(one.latency()))
                .thenComparing(Fleet.Without::cause));
        return without;
    }

    private static double tailNs(Series series) {
        return series.percentiles().stream()
                .filter(point -> point.percentile() >= 99.9)
                .mapToDouble(Series.Point::valueNs)
                .findFirst()
                .orElse(0);
    }

    /** Returns the values of each fact, and how many recordings have them. */
    public static Map<String, Map<String, Long>> facts(Summary summary) {
        Map<String, Map<String, Long>> facts = new TreeMap<>();
        summary.facts()
                .sums()
                .forEach((key, sums) -> facts.computeIfAbsent(key.kind(), kind -> new TreeMap<>())
                        .put(key.name(), sums[0]));
        return facts;
    }
}
