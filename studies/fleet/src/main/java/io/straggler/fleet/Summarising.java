package io.straggler.fleet;

import io.straggler.Analysis;
import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.Coverage;
import io.straggler.diagnosis.CulpritSite;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.Where;
import io.straggler.flamegraph.json.JsonNames;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Place;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes one analysed recording a summary. For one use. */
final class Summarising {
    /** Largest number of nodes of one recording; lighter ones count for their callers. */
    private static final int MAX_NODES = 5_000;

    private static final int LONGEST_PLACE = 500;
    private static final long NANOS_PER_MS = 1_000_000;

    private final Analysis analysis;
    private final Conclusions conclusions;
    private final LatencyCounts latencies;
    private final String digest;
    private final String name;
    private final Map<String, String> labels;
    private final TreeMap<Long, RunOutcome> runs = new TreeMap<>();
    private final long startMs;
    private final long endMs;
    private final Summary summary = new Summary();

    Summarising(Analysis analysis, LatencyCounts latencies, String digest, String name) {
        this.analysis = analysis;
        this.conclusions = analysis.conclusions();
        this.latencies = latencies;
        this.digest = digest;
        this.name = name;
        this.labels = Labels.of(analysis.run());
        analysis.run().runs().forEach(run -> runs.put(run.originNs(), run));
        this.startMs =
                runs.values().stream().mapToLong(RunOutcome::startEpochMs).min().orElse(0);
        this.endMs =
                runs.values().stream().mapToLong(RunOutcome::endEpochMs).max().orElse(1);
    }

    SourceSummary summarise() {
        addTotals();
        summary.latencies = latencies;
        addCauses();
        addSites();
        addTimes();
        addBlocks();
        conclusions
                .counterfactual()
                .changes()
                .forEach(change ->
                        summary.removed.put(change.cause(), new Summary.Change(change.before(), change.after())));
        summary.stacks.add(StackTree.of(conclusions.diagnosis().outlierStacks(), MAX_NODES));
        labels.forEach((fact, value) -> summary.facts.add(new Key(fact, value), 1));
        List<Worst> worst = worst();
        summary.worst.addAll(worst.subList(0, Math.min(worst.size(), Summary.WORST)));
        return new SourceSummary(digest, labels, startMs, analysis.run().warnings(), worst, summary);
    }

    private void addTotals() {
        Summary.Totals totals = summary.totals;
        totals.add("recordings", 1);
        totals.add("saturated", analysis.run().status() == RunStatus.SATURATED ? 1 : 0);
        totals.add("iterations", latencies.total());
        totals.add("outliers", analysis.run().outliers());
        totals.add("diagnosed", conclusions.diagnosis().outliers().size());
        totals.add("latencyNs", conclusions.budget().latencyNs());
        totals.add(
                "measuredMs",
                runs.values().stream()
                        .mapToLong(run -> run.endEpochMs() - run.startEpochMs())
                        .sum());
        addCoverage(totals);
    }

    private void addCoverage(Summary.Totals totals) {
        Coverage coverage = conclusions.diagnosis().coverage();
        totals.add("ranLong", coverage.ranLong());
        totals.add("bySample", coverage.bySample());
        totals.add("byEvent", coverage.byEvent());
        totals.add("serviceNs", coverage.serviceNs());
        totals.add("seenNs", coverage.seenNs());
        totals.add("droppedSamples", coverage.droppedSamples());
    }

    private void addCauses() {
        conclusions.budget().causes().forEach(sum -> {
            summary.add(sum);
            for (Where where : sum.where()) {
                summary.places.add(new Key(JsonNames.of(sum.cause()), place(where.place())), where.ns(), where.count());
            }
        });
    }

    private void addSites() {
        for (CulpritSite site : conclusions.sites()) {
            summary.sites.add(
                    new Key(JsonNames.of(site.cause()), place(site.place())),
                    site.culprits().size(),
                    site.delayCausedNs(),
                    site.othersNs(),
                    site.delayed());
        }
    }

    private static String place(Place place) {
        String words = place.words();
        return words.length() <= LONGEST_PLACE ? words : words.substring(0, LONGEST_PLACE) + "\u2026";
    }

    private void addTimes() {
        for (Series.Interval interval : intervals()) {
            summary.times.add(interval.startEpochMs(), 0, interval.count());
        }
        conclusions
                .diagnosis()
                .outliers()
                .forEach(diagnosed -> summary.times.add(
                        epochMs(diagnosed.outlier().iteration().intendedNs()), 1, 1));
        conclusions
                .budget()
                .overTime(
                        conclusions.blame(),
                        (cause, atNs, ns) -> summary.times.add(epochMs(atNs), 2 + cause.ordinal(), ns));
    }

    private void addBlocks() {
        for (Series.Interval interval : intervals()) {
            summary.slices.addIterations(
                    slice((interval.startEpochMs() + interval.endEpochMs()) / 2), interval.count());
        }
        conclusions
                .budget()
                .overTime(
                        conclusions.blame(), (cause, atNs, ns) -> summary.slices.add(slice(epochMs(atNs)), cause, ns));
        summary.sources.addTo(Math.floorMod(digest.hashCode(), HostBlocks.BLOCKS), summary.slices);
    }

    /** Returns the intervals of all runs together, in order. */
    private List<Series.Interval> intervals() {
        return analysis.series().stream()
                .filter(series -> series.name().equals(Series.LATENCY) && series.runId() == null)
                .flatMap(series -> series.intervals().stream())
                .toList();
    }

    private int slice(long epochMs) {
        long slice = HostBlocks.BLOCKS * (epochMs - startMs) / Math.max(1, endMs - startMs);
        return (int) Math.max(0, Math.min(HostBlocks.BLOCKS - 1, slice));
    }

    private long epochMs(long atNs) {
        Map.Entry<Long, RunOutcome> run = runs.floorEntry(atNs);
        run = run == null ? runs.firstEntry() : run;
        return run == null ? 0 : run.getValue().startEpochMs() + Math.floorDiv(atNs - run.getKey(), NANOS_PER_MS);
    }

    private List<Worst> worst() {
        List<Worst> worst = new ArrayList<>();
        conclusions.budget().budgets().stream()
                .sorted(Comparator.comparingLong(TimeBudget::latencyNs)
                        .reversed()
                        .thenComparing(TimeBudget::intendedNs))
                .limit(SourceSummary.OUTLIERS)
                .forEach(budget -> worst.add(worst(budget)));
        return worst;
    }

    private Worst worst(TimeBudget budget) {
        TimeBudget.Part reason = budget.parts().stream()
                .filter(part ->
                        part.cause() != Cause.CULPRITS || budget.reason().isEmpty())
                .filter(part ->
                        budget.reason().isEmpty() || part == budget.reason().get())
                .max(Comparator.comparingLong(TimeBudget.Part::ns))
                .orElse(null);
        return new Worst(
                budget.latencyNs(),
                epochMs(budget.intendedNs()),
                name,
                labels.getOrDefault(Labels.HOST, Labels.UNKNOWN),
                reason == null ? "" : JsonNames.of(reason.cause()),
                reason == null || reason.where().isEmpty()
                        ? ""
                        : place(reason.where().get(0).place()));
    }
}
