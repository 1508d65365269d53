package io.straggler.benchmarks.compare;

import io.straggler.benchmarks.compare.LatencyLaw.Length;
import io.straggler.benchmarks.compare.LatencyLaw.Spreads;
import io.straggler.diagnosis.statistics.Comparison;
import io.straggler.diagnosis.statistics.Pairing;
import io.straggler.diagnosis.statistics.Side;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;

/** What it takes to compare two runs of an hour. */
final class HourOfLatencies {
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private HourOfLatencies() {}

    static void compare(long seed) {
        System.out.println("two runs of an hour");
        System.out.println("  periods  blocks, A and B  seconds on a core");
        for (int periods : new int[] {720, 3_600}) {
            LatencyLaw law =
                    LatencyLaw.stalling(new Length(5_000, 3_600, periods)).with(new Spreads(0, 0, 0));
            Side a = GeneratedLatencies.side("A", law, 1, seed);
            Side b = GeneratedLatencies.side("B", law, 1, seed + 1);
            long startNs = CPU.getCurrentThreadCpuTime();
            Comparison comparison = Comparison.of(a, b, Pairing.UNPAIRED, Trial.THRESHOLD_NS, Trial.NORMAL_NS, seed);
            System.out.printf(
                    Locale.ROOT,
                    "%9d %9d and %2d %18.2f%n",
                    periods,
                    comparison.basis().unitsA(),
                    comparison.basis().unitsB(),
                    (CPU.getCurrentThreadCpuTime() - startNs) / 1e9);
        }
    }
}
