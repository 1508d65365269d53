package io.straggler.benchmarks.pacing;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.ChildJvm;
import io.straggler.benchmarks.support.CommandRun;
import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.TemporaryFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Cost of an iteration of a benchmark for JLBH at a rate that cannot be reached: hosted by Straggler with everything
 * on, and run by JLBH itself, interleaved, each in a separate JVM.
 */
public final class JlbhCostBenchmark {
    /** About what an iteration takes. */
    private static final long ITERATION_NS = 50;

    private static final long WARM_UP_ITERATIONS_PER_SECOND = 1_000_000_000 / ITERATION_NS;

    private JlbhCostBenchmark() {}

    private record Pair(Figures hosted, Figures own) {
        private double hostedNs() {
            return hosted.get("nsPerIteration");
        }

        private double ownNs() {
            return own.get("nsPerIteration");
        }

        private double hostedCpuNs() {
            return hosted.get("cpuNsPerIteration");
        }

        private double ownCpuNs() {
            return own.get("cpuNsPerIteration");
        }

        double ratio() {
            return hostedNs() / ownNs();
        }

        double cpuRatio() {
            return hostedCpuNs() / ownCpuNs();
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args,
                Map.of("pairs", 7L, "iterations", 50_000_000L, "warm-up-seconds", 4L),
                Map.of("pairs", 2L, "iterations", 5_000_000L, "warm-up-seconds", 1L));
        System.out.println("jlbh-cost " + arguments);
        System.out.println("        time of an iteration, ns    its thread's time on a core, ns");
        System.out.println("pair     hosted     JLBH  ratio    hosted     JLBH  ratio");
        List<Pair> pairs = new ArrayList<>();
        for (int k = 1; k <= arguments.count("pairs"); k++) {
            pairs.add(new Pair(hosted(arguments), own(arguments)));
            row(Integer.toString(k), pairs.subList(k - 1, k));
        }
        row("median", pairs);
    }

    private static List<String> properties(Arguments arguments) {
        return List.of(
                "-D" + JlbhCostTask.ITERATIONS + "=" + arguments.number("iterations"),
                "-D" + JlbhCostTask.WARM_UP + "="
                        + arguments.number("warm-up-seconds") * WARM_UP_ITERATIONS_PER_SECOND);
    }

    private static Figures own(Arguments arguments) throws IOException, InterruptedException {
        return ChildJvm.run(properties(arguments), JlbhCostTask.class);
    }

    private static Figures hosted(Arguments arguments) throws IOException, InterruptedException {
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            List<String> command = new ArrayList<>(List.of("run", "--jlbh", JlbhCostTask.class.getName()));
            command.addAll(List.of("--classpath", System.getProperty("java.class.path")));
            // Behind an unreachable schedule every iteration would be an outlier.
            command.addAll(List.of("--threshold", "1h", "--sample-after", "20us"));
            properties(arguments).forEach(property -> command.add("--jvm-arg=" + property));
            return CommandRun.of(
                            arguments.number("warm-up-seconds")
                                    + arguments.number("iterations") * ITERATION_NS / 1_000_000_000,
                            folder,
                            command)
                    .figures();
        }
    }

    private static void row(String name, List<Pair> pairs) {
        System.out.printf(
                Locale.ROOT,
                "%-6s %9.1f %8.1f %6.2f %9.1f %8.1f %6.2f%n",
                name,
                Figures.median(pairs, Pair::hostedNs),
                Figures.median(pairs, Pair::ownNs),
                Figures.median(pairs, Pair::ratio),
                Figures.median(pairs, Pair::hostedCpuNs),
                Figures.median(pairs, Pair::ownCpuNs),
                Figures.median(pairs, Pair::cpuRatio));
    }
}
