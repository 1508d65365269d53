package io.straggler.harness;

import io.straggler.model.RunId;

/**
 * When a run may begin.
 *
 * <p>A kernel does its periodic work at multiples of its tick: 1, 4 or 10 ms of the same clock that paces. Evenly spread iterations, of
 * which a whole number fits into some ticks, then meet that work always at the same point or never, for as long as the run lasts, and which of both is up to the
 * moment at which it began. So that moment has a phase that is chosen: different ones for the runs and JVMs of one side, so that together they meet
 * what there is to meet, and the same ones for both sides of a comparison.
 */
@FunctionalInterface
interface Beginning {
    /** Phases do not matter. */
    Beginning AT_ONCE = (earliestNs, run) -> earliestNs;

    /** A multiple of all ticks that kernels are built with. */
    double TICKS_NS = 20e6;

    /** Multiples of the golden ratio, less whole numbers, are spread as evenly as any (Weyl's sequences); those of other quadratic numbers nearly so. */
    double OF_FORKS = (Math.sqrt(5) - 1) / 2;

    double OF_RUNS = Math.sqrt(2) - 1;
    double OF_SEEDS = Math.sqrt(3) - 1;

    /** So many seeds have phases of their own; a fraction is lost in larger numbers. */
    int SEEDS = 1_000_003;

    /** The first instant from {@code earliestNs} on that has the run's phase. */
    long originNs(long earliestNs, RunId run);

    /**
     * Phases of a period, or of 20 ms if that is shorter.
     *
     * @param seed the same phases for the same one
     */
    static Beginning inPhase(double periodNs, long seed) {
        double cycleNs = Math.min(periodNs, TICKS_NS);
        return (earliestNs, run) -> {
            double phase = OF_SEEDS * Math.floorMod(seed, SEEDS) + OF_FORKS * run.fork() + OF_RUNS * run.run();
            double phaseNs = (phase - Math.floor(phase)) * cycleNs;
            double cycles = Math.ceil((earliestNs - phaseNs) / cycleNs);
            return Math.max(earliestNs, Math.round(cycles * cycleNs + phaseNs));
        };
    }
}
