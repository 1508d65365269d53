package io.straggler.benchmarks.diagnosis;

import io.straggler.model.Iteration;
import java.util.List;

/** The delay that each culprit caused outliers by the definition of the Shapley value: every subset of the culprits is simulated. */
final class ExactBlame {
    private ExactBlame() {}

    /** The sums over all outliers, by number of the culprit; at most some dozen culprits. */
    static double[] of(SimulatedQueue queue, int[] culprits, List<Iteration> iterations, long thresholdNs) {
        int players = culprits.length;
        double[] worths = new double[1 << players];
        for (int subset = 0; subset < worths.length; subset++) {
            worths[subset] = worthNs(queue.waitsNs(members(culprits, subset)), iterations, thresholdNs);
        }
        double[] shares = new double[players];
        for (int subset = 0; subset < worths.length; subset++) {
            double weight = weight(Integer.bitCount(subset), players);
            for (int c = 0; c < players; c++) {
                if ((subset >> c & 1) == 0) {
                    shares[c] += weight * (worths[subset | 1 << c] - worths[subset]);
                }
            }
        }
        return shares;
    }

    /** What outliers wait in sum. */
    static double worthNs(long[] waitsNs, List<Iteration> iterations, long thresholdNs) {
        double sumNs = 0;
        for (int i = 0; i < waitsNs.length; i++) {
            sumNs += iterations.get(i).latencyNs() >= thresholdNs ? waitsNs[i] : 0;
        }
        return sumNs;
    }

    private static int[] members(int[] culprits, int subset) {
        int[] members = new int[Integer.bitCount(subset)];
        int next = 0;
        for (int c = 0; c < culprits.length; c++) {
            if ((subset >> c & 1) == 1) {
                members[next++] = culprits[c];
            }
        }
        return members;
    }

    /** {@code |S|! (n − |S| − 1)! / n!} */
    private static double weight(int size, int players) {
        double weight = 1.0 / players;
        for (int k = 1; k <= size; k++) {
            weight *= (double) k / (players - k);
        }
        return weight;
    }
}
