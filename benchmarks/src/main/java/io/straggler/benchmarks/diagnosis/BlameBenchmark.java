package io.straggler.benchmarks.diagnosis;

import io.straggler.benchmarks.diagnosis.SimulatedQueue.Arrivals;
import io.straggler.benchmarks.support.Arguments;
import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.blame.Culprit;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * How right the blame is, on simulated queues: against the exact division by simulating every subset of culprits, and against
 * the closed form for one isolated stall. Nothing is timed.
 */
public final class BlameBenchmark {
    private static final double[] LOADS = {0.1, 0.3, 0.5, 0.7, 0.9};
    private static final int LENGTH = 400;
    private static final long THRESHOLD_NS = 10_000;

    private BlameBenchmark() {}

    public static void main(String[] args) {
        Arguments arguments = Arguments.of(args, Map.of("queues", 50L, "seed", 1L), Map.of("queues", 3L));
        System.out.println("blame " + arguments);
        System.out.println("arrivals  culprits           not conserved, ns per µs  wrongly blamed at load " + loads());
        for (Arrivals arrivals : Arrivals.values()) {
            exact(arguments, arrivals, 1, Placement.SPREAD);
            for (int culprits : new int[] {4, 6, 10}) {
                for (Placement placement : Placement.values()) {
                    exact(arguments, arrivals, culprits, placement);
                }
            }
        }
        System.out.println("arrivals  load  stall, µs  victims / formula  added waiting / formula");
        for (Arrivals arrivals : Arrivals.values()) {
            for (double load : LOADS) {
                isolated(arguments, arrivals, load);
            }
        }
    }

    private static String loads() {
        return Arrays.stream(LOADS).mapToObj(Double::toString).collect(Collectors.joining(", "));
    }

    private static void exact(Arguments arguments, Arrivals arrivals, int count, Placement placement) {
        double worstPerMicro = 0;
        StringBuilder wrong = new StringBuilder();
        for (double load : LOADS) {
            Difference difference = new Difference();
            SplittableRandom random = new SplittableRandom(arguments.number("seed"));
            for (int k = 0; k < arguments.count("queues"); k++) {
                SimulatedQueue queue = new SimulatedQueue(random, LENGTH, load, arrivals);
                difference.add(queue, place(random, count, placement), random);
            }
            worstPerMicro = Math.max(worstPerMicro, difference.worstPerMicro);
            wrong.append(String.format(Locale.ROOT, "%7.2f%%", 100 * difference.wrongNs / difference.allNs));
        }
        System.out.printf(
                Locale.ROOT,
                "%-8s  %2d %-15s %24.4f  %s%n",
                arrivals.name().toLowerCase(Locale.ROOT),
                count,
                count == 1 ? "" : placement.label,
                worstPerMicro,
                wrong);
    }

    /** Where culprits are. */
    private enum Placement {
        SPREAD("spread"),
        CLUSTERED("in one cluster");

        private final String label;

        Placement(String label) {
            this.label = label;
        }
    }

    /** Between what is blamed and what is exact, over several queues. */
    private static final class Difference {
        private double worstPerMicro;
        private double wrongNs;
        private double allNs;

        private void add(SimulatedQueue queue, int[] culprits, SplittableRandom random) {
            for (int i : culprits) {
                queue.slowDown(i, 20_000 + random.nextInt(200_000));
            }
            List<Iteration> iterations = queue.iterations();
            List<Outlier> outliers = SimulatedQueue.outliers(iterations, THRESHOLD_NS);
            Blame blame =
                    Blame.of(SimulatedQueue.periods(iterations, THRESHOLD_NS), outliers, SimulatedQueue.NORMAL_NS);
            worstPerMicro = Math.max(worstPerMicro, notConserved(queue, culprits, iterations, blame));
            double[] exactNs = ExactBlame.of(queue, culprits, iterations, THRESHOLD_NS);
            double[] blamedNs = blamed(culprits, iterations, blame);
            for (int c = 0; c < culprits.length; c++) {
                wrongNs += Math.abs(exactNs[c] - blamedNs[c]) / 2;
                allNs += exactNs[c];
            }
        }
    }

    private static int[] place(SplittableRandom random, int count, Placement placement) {
        boolean clustered = placement == Placement.CLUSTERED;
        int width = clustered ? 2 * count : LENGTH * 2 / 3;
        int from = clustered ? random.nextInt(LENGTH / 2) : 0;
        return random.ints(from, from + width).distinct().limit(count).sorted().toArray();
    }

    /** The worst difference between what an outlier is said to have waited for culprits and what it did, per µs of waiting. */
    private static double notConserved(SimulatedQueue queue, int[] culprits, List<Iteration> iterations, Blame blame) {
        long[] waitsNs = queue.waitsNs(culprits);
        long[] loadNs = queue.waitsNs(new int[0]);
        double worst = 0;
        for (int i = 0; i < waitsNs.length; i++) {
            Blame.Parts parts = blame.parts().get(iterations.get(i).intendedNs());
            if (parts != null && waitsNs[i] > 0) {
                double offNs = Math.abs(parts.culpritsNs() - (waitsNs[i] - loadNs[i]))
                        + Math.abs(parts.culpritsNs() + parts.loadNs() - waitsNs[i]);
                worst = Math.max(worst, offNs / (waitsNs[i] / 1e3));
            }
        }
        long saidNs = blame.parts().values().stream()
                .mapToLong(Blame.Parts::culpritsNs)
                .sum();
        long delayCausedNs =
                blame.culprits().stream().mapToLong(Culprit::othersNs).sum();
        return Math.max(worst, Math.abs(saidNs - delayCausedNs) / Math.max(1, saidNs / 1e3));
    }

    private static double[] blamed(int[] culprits, List<Iteration> iterations, Blame blame) {
        Map<Iteration, Long> othersNs = new HashMap<>();
        blame.culprits().forEach(culprit -> othersNs.put(culprit.iteration(), culprit.othersNs()));
        return Arrays.stream(culprits)
                .mapToDouble(i -> othersNs.getOrDefault(iterations.get(i), 0L))
                .toArray();
    }

    /** One stall of 100 to 300 gaps in an otherwise normal run, whose every waiting iteration counts. */
    private static void isolated(Arguments arguments, Arrivals arrivals, double load) {
        SplittableRandom random = new SplittableRandom(arguments.number("seed"));
        double gapNs = SimulatedQueue.NORMAL_NS / load;
        double stallsNs = 0;
        double[] measured = new double[2];
        double[] expected = new double[2];
        for (int k = 0; k < arguments.count("queues"); k++) {
            SimulatedQueue queue = new SimulatedQueue(random, 20_000, load, arrivals);
            int at = 100 + random.nextInt(100);
            queue.slowDown(at, Math.round(gapNs * (100 + random.nextInt(200))));
            double stallNs = SimulatedQueue.NORMAL_NS + queue.excessNs(at);
            List<Iteration> iterations = queue.iterations();
            List<Outlier> outliers = SimulatedQueue.outliers(iterations, SimulatedQueue.NORMAL_NS + 1);
            Blame blame = Blame.of(
                    SimulatedQueue.periods(iterations, SimulatedQueue.NORMAL_NS + 1),
                    outliers,
                    SimulatedQueue.NORMAL_NS);
            Culprit culprit = blame.culprits().get(0);
            measured[0] += culprit.delayed();
            measured[1] += culprit.othersNs();
            double excessNs = stallNs - gapNs;
            expected[0] += excessNs / (gapNs * (1 - load));
            expected[1] += excessNs * excessNs / (2 * gapNs * (1 - load));
            stallsNs += stallNs;
        }
        System.out.printf(
                Locale.ROOT,
                "%-8s %5.1f %10.0f %18.3f %24.3f%n",
                arrivals.name().toLowerCase(Locale.ROOT),
                load,
                stallsNs / arguments.count("queues") / 1e3,
                measured[0] / expected[0],
                measured[1] / expected[1]);
    }
}
