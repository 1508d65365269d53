package io.straggler.diagnosis.compare;

import io.straggler.model.LatencyCounts;
import java.util.ArrayList;
import java.util.List;

/**
 * One side, cut into units that are resampled as a whole.
 *
 * @param counts a row for each unit, with a cell for each bucket
 * @param seconds how long each unit was
 * @param strata where the units of each stratum begin, and at the end where the last one ends: units are drawn within their stratum
 */
record Sample(double[][] counts, double[] seconds, int[] strata) {
    /** Each fork is a unit. */
    static Sample ofForks(Side side, Buckets buckets) {
        List<Sample> forks =
                side.forks().stream().map(fork -> cut(fork, 1, buckets)).toList();
        Sample all = joined(forks);
        return new Sample(all.counts, all.seconds, new int[] {0, all.units()});
    }

    /** Each block of stretches is a unit, and each fork a stratum. The blocks of a fork differ by one stretch at most. */
    static Sample ofBlocks(Side side, Buckets buckets, List<Integer> blocksByFork) {
        List<Sample> forks = new ArrayList<>();
        for (int i = 0; i < blocksByFork.size(); i++) {
            forks.add(cut(side.forks().get(i), blocksByFork.get(i), buckets));
        }
        return joined(forks);
    }

    private static Sample cut(Fork fork, int blocks, Buckets buckets) {
        List<LatencyCounts> stretches = fork.stretches();
        double[][] counts = new double[blocks][buckets.size()];
        double[] seconds = new double[blocks];
        for (int i = 0; i < stretches.size(); i++) {
            int block = (int) ((long) i * blocks / stretches.size());
            buckets.add(stretches.get(i), counts[block]);
            seconds[block] += fork.stretchNs() / 1e9;
        }
        return new Sample(counts, seconds, new int[] {0, blocks});
    }

    private static Sample joined(List<Sample> parts) {
        int units = parts.stream().mapToInt(Sample::units).sum();
        double[][] counts = new double[units][];
        double[] seconds = new double[units];
        int[] strata = new int[parts.size() + 1];
        int unit = 0;
        for (int s = 0; s < parts.size(); s++) {
            Sample part = parts.get(s);
            for (int i = 0; i < part.units(); i++) {
                counts[unit] = part.counts[i];
                seconds[unit++] = part.seconds[i];
            }
            strata[s + 1] = unit;
        }
        return new Sample(counts, seconds, strata);
    }

    int units() {
        return counts.length;
    }

    /** Of the spread between units. */
    int degreesOfFreedom() {
        return units() - (strata.length - 1);
    }

    /** Resampled units vary less than new ones would, by the square root of this. */
    double widening() {
        return (double) units() / degreesOfFreedom();
    }
}
