package io.straggler.benchmarks.diagnosis;

import io.straggler.model.BusyPeriod;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** A sequential task on a schedule, run forward in time: nothing of the diagnosis is in it, so it can serve to check that. */
final class SimulatedQueue {
    static final long NORMAL_NS = 3_000;

    private static final RunId RUN = new RunId(0, 1);

    private final long[] intendedNs;
    private final long[] serviceNs;

    /** @param load share of the time that normal iterations take */
    SimulatedQueue(SplittableRandom random, int count, double load, Arrivals arrivals) {
        intendedNs = new long[count];
        serviceNs = new long[count];
        Arrays.fill(serviceNs, NORMAL_NS);
        double atNs = 0;
        for (int i = 0; i < count; i++) {
            intendedNs[i] = Math.round(atNs);
            double gaps = arrivals == Arrivals.UNIFORM ? 1 : -Math.log(1 - random.nextDouble());
            atNs += Math.max(1, gaps * NORMAL_NS / load);
        }
    }

    /** How iterations come. */
    enum Arrivals {
        UNIFORM,
        POISSON
    }

    /** Makes an iteration take that much longer. */
    void slowDown(int i, long byNs) {
        serviceNs[i] += byNs;
    }

    long excessNs(int i) {
        return serviceNs[i] - NORMAL_NS;
    }

    /** What each iteration waits if of the slow ones only these are. */
    long[] waitsNs(int[] slow) {
        long[] service = new long[serviceNs.length];
        Arrays.fill(service, NORMAL_NS);
        for (int i : slow) {
            service[i] = serviceNs[i];
        }
        long[] waits = new long[service.length];
        long freeNs = 0;
        for (int i = 0; i < waits.length; i++) {
            waits[i] = Math.max(0, freeNs - intendedNs[i]);
            freeNs = intendedNs[i] + waits[i] + service[i];
        }
        return waits;
    }

    /** What a run of it looks like. */
    List<Iteration> iterations() {
        List<Iteration> iterations = new ArrayList<>();
        long freeNs = Long.MIN_VALUE;
        for (int i = 0; i < intendedNs.length; i++) {
            long startNs = Math.max(intendedNs[i], freeNs);
            freeNs = startNs + serviceNs[i];
            iterations.add(new Iteration(RUN, intendedNs[i], startNs, freeNs, startNs - intendedNs[i], 0));
        }
        return iterations;
    }

    static List<Outlier> outliers(List<Iteration> iterations, long thresholdNs) {
        return iterations.stream()
                .filter(iteration -> iteration.latencyNs() >= thresholdNs)
                .map(iteration -> new Outlier(iteration, thresholdNs, List.of()))
                .toList();
    }

    /** The busy periods with outliers. */
    static List<BusyPeriod> periods(List<Iteration> iterations, long thresholdNs) {
        List<BusyPeriod> periods = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= iterations.size(); i++) {
            if (i == iterations.size() || iterations.get(i).inheritedNs() == 0) {
                List<Iteration> period = iterations.subList(from, i);
                if (period.stream().anyMatch(one -> one.latencyNs() >= thresholdNs)) {
                    periods.add(new BusyPeriod(period, 0));
                }
                from = i;
            }
        }
        return periods;
    }
}
