package io.straggler.benchmarks.recording;

import io.straggler.benchmarks.support.Cost;
import one.convert.Main;

/** The converter's side of {@link AnalysisBenchmark}: a flame graph of the stacks within spans of at least a millisecond. */
final class AnalysisByConverter {
    private AnalysisByConverter() {}

    public static void main(String[] args) throws Exception {
        Main.main(new String[] {"--latency", "1", args[0], args[1]});
        Cost.print();
    }
}
