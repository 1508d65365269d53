package io.straggler.harness.schedule;

import io.straggler.model.RunId;

/**
 * The phase at which a run begins.
 *
 * <p>A kernel does its periodic work at its ticks: every 1, 4 or 10 ms of the clock that also paces the iterations. If the interval of
 * evenly spread iterations fits the tick, they meet that work at the same point each time, or never. The moment at which the run began
 * decides which. So the harness chooses that moment. The runs and JVMs of one side begin at different phases, evenly spread, so that
 * together they meet whatever there is to meet. Both sides of a comparison begin at the same phases.
 */
final class StartPhase {
    /** Phases do not matter. */
    static final StartPhase AT_ONCE = new StartPhase(0, 0);

    /** A multiple of all ticks that kernels are built with. */
    private static final double TICKS_NS = 20e6;

    /** Multiples of the golden ratio, less whole numbers, are spread as evenly as any (Weyl's sequences); those of other quadratic numbers nearly so. */
    private static final double OF_FORKS = (Math.sqrt(5) - 1) / 2;

    private static final double OF_RUNS = Math.sqrt(2) - 1;
    private static final double OF_SEEDS = Math.sqrt(3) - 1;

    /** Number of seeds with different phases; larger numbers lose a fraction. */
    private static final int SEEDS = 1_000_003;

    private final double cycleNs;
    private final double ofSeed;

    private StartPhase(double cycleNs, double ofSeed) {
        this.cycleNs = cycleNs;
        this.ofSeed = ofSeed;
    }

    /**
     * Phases of a period, or of 20 ms if that is shorter.
     *
     * @param seed the same phases for the same one
     */
    static StartPhase inPhase(double periodNs, long seed) {
        return new StartPhase(Math.min(periodNs, TICKS_NS), OF_SEEDS * Math.floorMod(seed, SEEDS));
    }

    /** The first instant from {@code earliestNs} on that has the run's phase. */
    long originNs(long earliestNs, RunId run) {
        if (cycleNs == 0) {
            return earliestNs;
        }
        double phase = ofSeed + OF_FORKS * run.fork() + OF_RUNS * run.run();
        double phaseNs = (phase - Math.floor(phase)) * cycleNs;
        double cycles = Math.ceil((earliestNs - phaseNs) / cycleNs);
        return Math.max(earliestNs, Math.round(cycles * cycleNs + phaseNs));
    }
}
