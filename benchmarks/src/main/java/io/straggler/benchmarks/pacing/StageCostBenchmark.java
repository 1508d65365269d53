package io.straggler.benchmarks.pacing;

import io.straggler.Straggler;
import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.Figures;
import io.straggler.harness.AsyncTask;
import io.straggler.harness.Harness;
import io.straggler.harness.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Cost of {@link Harness#enter} and its close together, beside the two readings of the clock that they have to make.
 */
public final class StageCostBenchmark {
    private StageCostBenchmark() {}

    private record Round(double stageNs, double clockNs) {
        double ratio() {
            return stageNs / clockNs;
        }
    }

    public static void main(String[] args) {
        Arguments arguments = Arguments.of(
                args, Map.of("rounds", 15L, "stages", 20_000_000L), Map.of("rounds", 3L, "stages", 2_000_000L));
        System.out.println("stage-cost " + arguments);
        Measured task = new Measured(arguments.count("rounds"), arguments.number("stages"));
        Straggler.options().rate(100).count(10).threshold("1s").run(task);
        System.out.println("round  enter and close ns  two clock readings ns  ratio");
        for (int i = 0; i < task.rounds.size(); i++) {
            row(Integer.toString(i + 1), task.rounds.get(i));
        }
        row(
                "median",
                new Round(Figures.median(task.rounds, Round::stageNs), Figures.median(task.rounds, Round::clockNs)));
    }

    private static void row(String name, Round round) {
        System.out.printf(Locale.ROOT, "%-6s %18.1f %22.1f %6.2f%n", name, round.stageNs, round.clockNs, round.ratio());
    }

    /** Measures in {@code setUp}, where it has the harness and nothing is paced. */
    private static final class Measured implements AsyncTask {
        private final int count;
        private final long stages;
        private final List<Round> rounds = new ArrayList<>();
        private Harness harness;
        private long sink;

        private Measured(int count, long stages) {
            this.count = count;
            this.stages = stages;
        }

        @Override
        public void setUp(Harness given) {
            harness = given;
            round();
            for (int i = 0; i < count; i++) {
                rounds.add(round());
            }
        }

        private Round round() {
            return new Round(stagesNs(), clockNs());
        }

        private double stagesNs() {
            long startNs = System.nanoTime();
            for (long tag = 0; tag < stages; tag++) {
                Stage stage = harness.enter(tag);
                sink += tag;
                stage.close();
            }
            return (double) (System.nanoTime() - startNs) / stages;
        }

        private double clockNs() {
            long startNs = System.nanoTime();
            for (long tag = 0; tag < stages; tag++) {
                sink -= System.nanoTime();
                sink += System.nanoTime();
            }
            return (double) (System.nanoTime() - startNs) / stages;
        }

        @Override
        public void run(long intendedNs) {
            harness.complete(intendedNs);
        }
    }
}
