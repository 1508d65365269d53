package io.straggler.selftest.task;

import io.straggler.selftest.fault.Fault;
import io.straggler.selftest.fault.Regime;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Injections by iteration: every fault equally often, in random order, at random places, of random sizes; in {@link Regime#COMBINED} two
 * different ones an iteration, but for placebos. A seed always gives the same plan.
 */
final class Plan {
    private static final long SOONEST_NS = 15_000;
    private static final long LATEST_NS = 60_000;

    private final List<PlannedInjection> injections = new ArrayList<>();

    /** @param each how often each fault is injected */
    Plan(long seed, Regime regime, List<Fault> faults, int each) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Fault> block = new ArrayList<>(faults);
        long slots = 0;
        for (int round = 0; round < each; round++) {
            shuffle(block, random);
            for (List<Fault> together : together(regime, block)) {
                long iteration = slots * regime.slot() + regime.free() + random.nextInt(regime.slot() - regime.free());
                slots++;
                for (Fault fault : together) {
                    injections.add(new PlannedInjection(
                            injections.size(),
                            iteration,
                            fault,
                            sizeNs(regime, random),
                            random.nextLong(SOONEST_NS, LATEST_NS)));
                }
            }
        }
    }

    /** The faults of a round by iteration: neighbours share one where two come together, and a placebo is alone. */
    private static List<List<Fault>> together(Regime regime, List<Fault> block) {
        List<List<Fault>> together = new ArrayList<>();
        List<Fault> single = new ArrayList<>();
        for (Fault fault : block) {
            boolean second = regime == Regime.COMBINED && fault != Fault.PLACEBO && single.size() == 1;
            if (!second) {
                together.add(new ArrayList<>());
                single = fault == Fault.PLACEBO ? single : together.get(together.size() - 1);
            }
            (second ? single : together.get(together.size() - 1)).add(fault);
        }
        return together;
    }

    private static long sizeNs(Regime regime, SplittableRandom random) {
        double range = (double) regime.longestNs() / regime.shortestNs();
        return (long) (regime.shortestNs() * Math.pow(range, random.nextDouble()));
    }

    private static void shuffle(List<Fault> block, SplittableRandom random) {
        for (int i = block.size() - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            Fault moved = block.get(i);
            block.set(i, block.get(j));
            block.set(j, moved);
        }
    }

    List<PlannedInjection> injections() {
        return injections;
    }

    /** Sizes of the injections of one fault. */
    long[] sizesNs(Fault fault) {
        return injections.stream()
                .filter(injection -> injection.fault() == fault)
                .mapToLong(PlannedInjection::sizeNs)
                .toArray();
    }

    /** Number of iterations that a plan takes. */
    static long iterations(Regime regime, List<Fault> faults, int each) {
        return ((long) together(regime, faults).size() * each + 1) * regime.slot();
    }
}
