package io.straggler.benchmarks.recording;

import io.straggler.Analysis;
import io.straggler.benchmarks.support.Cost;
import io.straggler.benchmarks.support.Figures;
import java.io.IOException;
import java.nio.file.Path;

/** Straggler's side of {@link AnalysisBenchmark}: all that {@code straggler report FILE.jfr} does, but for the summary it prints. */
final class AnalysisByStraggler {
    private AnalysisByStraggler() {}

    public static void main(String[] args) throws IOException {
        Analysis analysis = Analysis.of(Path.of(args[0]));
        analysis.writeReport(Path.of(args[1]));
        Figures.print("outliers", analysis.conclusions().diagnosis().outliers().size());
        Figures.print("withStack", analysis.conclusions().diagnosis().coverage().withStack());
        Figures.print("problems", analysis.run().warnings().size());
        if (args.length > 2) {
            analysis.run().warnings().forEach(System.err::println);
        }
        Cost.print();
    }
}
