package io.straggler.cli.report;

import io.straggler.Analysis;
import io.straggler.flamegraph.json.OutlierCsvFormat;
import io.straggler.harness.series.Intervals;
import io.straggler.harness.series.LatencyLog;
import io.straggler.harness.series.SeriesCsv;
import io.straggler.model.file.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes what a run's files say in the formats of other tools. */
final class ReportExport {
    private final Analysis analysis;
    private final Intervals intervals;
    private final StackExport stacks;

    /** @param intervals of every series */
    ReportExport(Analysis analysis, Intervals intervals, StackExport stacks) {
        this.analysis = analysis;
        this.intervals = intervals;
        this.stacks = stacks;
    }

    void write(ReportFormat format, Path file) throws IOException {
        switch (format) {
            case HTML -> analysis.writeReport(file);
            case JSON -> analysis.writeJson(file);
            case COLLAPSED -> stacks.writeCollapsed(file);
            case COLLAPSED_NORMAL -> stacks.writeCollapsedNormal(file);
            case COLLAPSED_DIFF -> stacks.writeDifference(file);
            case SPEEDSCOPE -> stacks.writeSpeedscope(file);
            case TRACE -> stacks.writeTrace(file);
            case FLAMEGRAPH -> stacks.writeFlameGraph(file);
            case CSV -> writeCsv(file);
            case SERIES_CSV -> writeSeriesCsv(file);
            case HGRM -> writeDistribution(file);
            case HLOG -> LatencyLog.write(file, List.of(intervals));
        }
    }

    private void writeCsv(Path file) throws IOException {
        WholeFile.writeText(
                file,
                out -> OutlierCsvFormat.write(
                        analysis.conclusions(), analysis.run().runs(), out));
    }

    private void writeSeriesCsv(Path file) throws IOException {
        WholeFile.writeText(file, out -> SeriesCsv.write(intervals, out));
    }

    private void writeDistribution(Path file) throws IOException {
        WholeFile.write(file, out -> LatencyLog.writeDistribution(intervals, "latency", out));
    }
}
