package io.straggler.jmh;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.diagnosis.Coverage;
import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.harness.series.LatencyLog;
import io.straggler.harness.series.LogSummary;
import io.straggler.model.LatencyCounts;
import io.straggler.model.RunDescription;
import io.straggler.model.Series;
import io.straggler.model.text.Decimals;
import io.straggler.model.text.Durations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Reads what the agent left of one measured JVM, and writes its report. Loaded beside the analysis, where there is no JMH: {@link AgentJar} finds it by
 * name.
 */
public final class TrialReader implements Function<Path, TrialMetrics> {
    private static final int MAX_CAUSES = 3;
    private static final double MIN_SHARE = 0.001;

    /** The agent does about as much around a call as takes this long. */
    private static final long DISTORTED_NS = 1_000;

    private static final int[] SHOWN_PER_MILLE = {500, 990, 999};

    /** Creates the reader, which is found by name. */
    public TrialReader() {}

    /** @throws RuntimeException if there is no run folder, or it cannot be read */
    @Override
    public TrialMetrics apply(Path path) {
        try {
            RunFolder folder = new RunFolder(path);
            Analysis analysis = FilledFolder.analysis(folder);
            analysis.write();
            Coverage coverage = analysis.conclusions().diagnosis().coverage();
            TrialMetrics metrics = new TrialMetrics(
                    latencies(folder), analysis.run().outliers(), coverage.ranLong(), coverage.withStack(), "");
            return metrics.explained(explained(analysis, metrics, folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TreeMap<Long, Long> latencies(RunFolder folder) throws IOException {
        LatencyCounts latencies =
                LogSummary.of(LatencyLog.read(folder.latencyLog()), List.of()).counts(Series.LATENCY);
        TreeMap<Long, Long> counts = new TreeMap<>();
        for (int i = 0; i < latencies.valuesNs().length; i++) {
            counts.put(latencies.valuesNs()[i], latencies.counts()[i]);
        }
        return counts;
    }

    private static String explained(Analysis analysis, TrialMetrics metrics, RunFolder folder) {
        RunDescription run = analysis.run();
        List<String> lines = new ArrayList<>();
        lines.add(count(run.iterations()) + " calls in measured iterations: " + percentiles(metrics));
        if (metrics.perMilleNs(500).orElse(DISTORTED_NS) < DISTORTED_NS) {
            lines.add(
                    "half of them took less than a microsecond, to which the agent adds a good part: JMH's score is for"
                            + " those, this is for the slow ones");
        }
        lines.add(outliers(run, analysis.conclusions().diagnosis().coverage()));
        addCauses(analysis.conclusions().budget(), lines);
        run.warnings().forEach(lines::add);
        lines.add("report " + folder.report());
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append("  ").append(line).append('\n'));
        return text.toString();
    }

    private static String percentiles(TrialMetrics metrics) {
        StringBuilder text = new StringBuilder();
        for (int perMille : SHOWN_PER_MILLE) {
            metrics.perMilleNs(perMille)
                    .ifPresent(ns -> text.append(new Metric.Percentile(perMille / 10.0).label())
                            .append(' ')
                            .append(Durations.format((long) ns))
                            .append(", "));
        }
        return text + "worst " + Durations.format(metrics.worstNs());
    }

    private static String outliers(RunDescription run, Coverage coverage) {
        String took = " took " + Durations.format(run.thresholdNs()) + " or longer";
        if (run.outliers() == 0) {
            return "none" + took;
        }
        return count(run.outliers())
                + " (" + Decimals.significant(100.0 * run.outliers() / run.iterations(), 3) + "%)"
                + took + "; of " + count(coverage.ranLong()) + " that ran until a stack was due "
                + count(coverage.withStack()) + " have one";
    }

    private static void addCauses(RunBudget budget, List<String> lines) {
        List<CauseSum> largest = budget.causes().stream()
                .filter(sum -> sum.totalNs() > MIN_SHARE * budget.latencyNs())
                .limit(MAX_CAUSES)
                .toList();
        if (!largest.isEmpty()) {
            lines.add("where their " + Durations.format(budget.latencyNs()) + " went:");
        }
        for (CauseSum sum : largest) {
            String where = sum.where().isEmpty()
                    ? ""
                    : ": " + sum.where().get(0).place().words();
            lines.add(String.format(Locale.ROOT, "%7.1f%%  ", 100.0 * sum.totalNs() / budget.latencyNs())
                    + sum.cause().label()
                    + where);
        }
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
