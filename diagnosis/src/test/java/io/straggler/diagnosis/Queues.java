package io.straggler.diagnosis;

import io.straggler.model.BusyPeriod;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Seeded single-server queues for the tests, run forward in time as the harness does, with no replay in it. */
public final class Queues {
    public static final RunId RUN = new RunId(0, 1);

    private Queues() {}

    /** Iterations of a sequential task with these intended starts and service times. */
    public static List<Iteration> run(long[] intendedNs, long[] serviceNs) {
        return run(intendedNs, new long[intendedNs.length], serviceNs);
    }

    public static List<Iteration> run(long[] intendedNs, long[] dispatchNs, long[] serviceNs) {
        List<Iteration> iterations = new ArrayList<>();
        long freeNs = Long.MIN_VALUE;
        for (int i = 0; i < intendedNs.length; i++) {
            long couldStartNs = Math.max(intendedNs[i], freeNs);
            long startNs = couldStartNs + dispatchNs[i];
            freeNs = startNs + serviceNs[i];
            iterations.add(
                    new Iteration(RUN, intendedNs[i], startNs, freeNs, couldStartNs - intendedNs[i], dispatchNs[i]));
        }
        return iterations;
    }

    public static long[] uniform(int count, long gapNs) {
        long[] intendedNs = new long[count];
        for (int i = 0; i < count; i++) {
            intendedNs[i] = 1_000_000 + i * gapNs;
        }
        return intendedNs;
    }

    public static long[] poisson(Random random, int count, double meanGapNs) {
        long[] intendedNs = new long[count];
        double atNs = 1_000_000;
        for (int i = 0; i < count; i++) {
            intendedNs[i] = (long) atNs;
            atNs += 1 - meanGapNs * Math.log(1 - random.nextDouble());
        }
        return intendedNs;
    }

    /** The busy periods of a run that contain outliers, as the harness keeps them. */
    public static List<BusyPeriod> periods(List<Iteration> iterations, long thresholdNs) {
        List<BusyPeriod> periods = new ArrayList<>();
        List<Iteration> period = new ArrayList<>();
        for (Iteration iteration : iterations) {
            if (iteration.inheritedNs() == 0) {
                keep(period, thresholdNs, periods);
                period = new ArrayList<>();
            }
            period.add(iteration);
        }
        keep(period, thresholdNs, periods);
        return periods;
    }

    private static void keep(List<Iteration> period, long thresholdNs, List<BusyPeriod> periods) {
        if (period.stream().anyMatch(iteration -> iteration.latencyNs() >= thresholdNs)) {
            periods.add(new BusyPeriod(period, 0));
        }
    }

    public static List<Outlier> outliers(List<Iteration> iterations, long thresholdNs) {
        return iterations.stream()
                .filter(iteration -> iteration.latencyNs() >= thresholdNs)
                .map(iteration -> new Outlier(iteration, thresholdNs, List.of()))
                .toList();
    }
}
