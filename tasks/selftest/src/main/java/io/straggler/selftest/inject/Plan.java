package io.straggler.selftest.inject;

import io.straggler.selftest.Fault;
import io.straggler.selftest.Regime;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Which iterations get which injection: every fault equally often, in random order, at random places, of random sizes. The same one
 * for the same seed.
 */
public final class Plan {
    private static final long SOONEST_NS = 15_000;
    private static final long LATEST_NS = 60_000;

    private final List<PlannedInjection> injections = new ArrayList<>();

    /** @param each how often each fault is injected */
    public Plan(long seed, Regime regime, List<Fault> faults, int each) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Fault> block = new ArrayList<>(faults);
        for (int round = 0; round < each; round++) {
            shuffle(block, random);
            for (Fault fault : block) {
                int index = injections.size();
                long iteration =
                        (long) index * regime.slot() + regime.free() + random.nextInt(regime.slot() - regime.free());
                injections.add(new PlannedInjection(
                        index, iteration, fault, sizeNs(regime, random), random.nextLong(SOONEST_NS, LATEST_NS)));
            }
        }
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

    public List<PlannedInjection> injections() {
        return injections;
    }

    /** How many iterations a plan for so many injections takes. */
    public static long iterations(Regime regime, int faults, int each) {
        return ((long) faults * each + 1) * regime.slot();
    }
}
