package io.straggler.cli.report;

import io.straggler.Analysis;
import io.straggler.cli.option.UsageException;
import io.straggler.diagnosis.Diagnosis;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.flamegraph.CallTree;
import io.straggler.flamegraph.ClassicFlameGraphFormat;
import io.straggler.flamegraph.CollapsedFormat;
import io.straggler.flamegraph.DifferentialCollapsedFormat;
import io.straggler.flamegraph.DifferentialTree;
import io.straggler.flamegraph.RankedOutlier;
import io.straggler.flamegraph.SpeedscopeFormat;
import io.straggler.flamegraph.json.OutlierCsvFormat;
import io.straggler.flamegraph.trace.TraceEventFormat;
import io.straggler.harness.series.Intervals;
import io.straggler.harness.series.LatencyLog;
import io.straggler.harness.series.SeriesCsv;
import io.straggler.model.Iteration;
import io.straggler.model.text.Durations;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Writes what a run's files say in the formats of other tools. */
final class ReportExport {
    private final Analysis analysis;
    private final Intervals intervals;
    private final OptionalInt rank;

    /**
     * @param intervals of every series
     * @param rank of the one outlier that is wanted, the worst being 1
     */
    ReportExport(Analysis analysis, Intervals intervals, OptionalInt rank) {
        this.analysis = analysis;
        this.intervals = intervals;
        this.rank = rank;
    }

    void write(ReportFormat format, Path file) throws IOException {
        Diagnosis diagnosis = analysis.conclusions().diagnosis();
        switch (format) {
            case HTML -> analysis.writeReport(file);
            case JSON -> analysis.writeJson(file);
            case COLLAPSED -> writeCollapsed(diagnosis.outlierStacks(), CollapsedFormat.Unit.NANOSECONDS, file);
            case COLLAPSED_NORMAL -> writeCollapsed(diagnosis.normalStacks(), CollapsedFormat.Unit.SAMPLES, file);
            case COLLAPSED_DIFF -> writeDifference(diagnosis, file);
            case SPEEDSCOPE -> writeSpeedscope(diagnosis, file);
            case TRACE -> writeTrace(file);
            case FLAMEGRAPH -> writeClassic(diagnosis.outlierStacks(), file);
            case CSV -> writeCsv(file);
            case SERIES_CSV -> writeSeriesCsv(file);
            case HGRM -> writeDistribution(file);
            case HLOG -> LatencyLog.write(file, List.of(intervals));
        }
    }

    private static void writeCollapsed(List<WeightedStack> stacks, CollapsedFormat.Unit unit, Path file)
            throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            CollapsedFormat.write(CallTree.of(stacks), unit, out);
        }
    }

    /** Normal iterations before, outliers after. */
    private static void writeDifference(Diagnosis diagnosis, Path file) throws IOException {
        List<WeightedStack> normal = diagnosis.normalStacks().stream()
                .map(stack -> new WeightedStack(stack.frames(), stack.samples(), stack.samples()))
                .toList();
        try (Writer out = Files.newBufferedWriter(file)) {
            DifferentialCollapsedFormat.write(DifferentialTree.of(normal, diagnosis.outlierStacks()), out);
        }
    }

    private void writeSpeedscope(Diagnosis diagnosis, Path file) throws IOException {
        // Looked for before the file is opened, which empties it.
        Optional<RankedOutlier> wanted = wanted();
        try (Writer out = Files.newBufferedWriter(file)) {
            if (wanted.isEmpty()) {
                SpeedscopeFormat.write("outliers of " + analysis.run().task(), diagnosis.outlierStacks(), out);
                return;
            }
            DiagnosedOutlier outlier = wanted.get().diagnosed();
            Iteration iteration = outlier.outlier().iteration();
            String name = "outlier " + rank.getAsInt() + " of " + iteration.runId() + ", "
                    + Durations.format(iteration.latencyNs());
            SpeedscopeFormat.write(name, outlier, out);
        }
    }

    /** The one outlier; empty if all are wanted. */
    private Optional<RankedOutlier> wanted() {
        if (rank.isEmpty()) {
            return Optional.empty();
        }
        int wanted = rank.getAsInt();
        List<RankedOutlier> worstFirst = RankedOutlier.worstFirst(analysis.conclusions());
        if (wanted < 1 || wanted > worstFirst.size()) {
            throw new UsageException("--outlier " + wanted + ": there "
                    + (worstFirst.size() == 1 ? "is 1 outlier" : "are " + worstFirst.size() + " outliers")
                    + ", and 1 is the worst");
        }
        return Optional.of(worstFirst.get(wanted - 1));
    }

    private void writeTrace(Path file) throws IOException {
        Optional<RankedOutlier> wanted = wanted();
        try (Writer out = Files.newBufferedWriter(file)) {
            if (wanted.isEmpty()) {
                TraceEventFormat.write(analysis.run(), analysis.conclusions(), out);
            } else {
                TraceEventFormat.write(analysis.run(), analysis.conclusions(), List.of(wanted.get()), out);
            }
        }
    }

    private void writeClassic(List<WeightedStack> stacks, Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            ClassicFlameGraphFormat.write("Outliers of " + analysis.run().task(), stacks, out);
        }
    }

    private void writeCsv(Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            OutlierCsvFormat.write(analysis.conclusions(), analysis.run().runs(), out);
        }
    }

    private void writeSeriesCsv(Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            SeriesCsv.write(intervals, out);
        }
    }

    private void writeDistribution(Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            LatencyLog.writeDistribution(intervals, "latency", out);
        }
    }
}
