package io.straggler.rates.result;

import io.straggler.model.RunStatus;
import java.util.List;
import java.util.Optional;

/**
 * The highest rate that a task sustains, and what limits it: what the terminal and {@code capacity.json} say.
 *
 * @param task its class name
 * @param objectives what has to hold, as it was written
 * @param lowPerSecond the lowest rate that was to be looked at
 * @param highPerSecond the highest
 * @param precision how wide the interval may be: 0.05 for 5%
 * @param answer what came of it
 * @param estimate of the highest rate that is sustained; empty if it is not between rates that were tried
 * @param found the low end of the estimate's interval, or else the highest rate that held
 * @param above the high end of the estimate's interval, or else the lowest rate that failed
 * @param runs every JVM, in order
 * @param limit where the latency of outliers went at {@code above}; nothing if there is none
 * @param ending how the measuring went and why it ended, in a sentence
 */
public record Capacity(
        String task,
        List<String> objectives,
        double lowPerSecond,
        double highPerSecond,
        double precision,
        Answer answer,
        Optional<Estimate> estimate,
        Optional<Tried> found,
        Optional<Tried> above,
        List<Run> runs,
        SweptStep.Budget limit,
        String ending) {
    /** Rates are rounded to what people read. */
    private static final double ROUNDING = 1.0001;

    public Capacity {
        objectives = List.copyOf(objectives);
        runs = List.copyOf(runs);
    }

    /** Answer of a search. */
    public enum Answer {
        /** Both ends of the interval were confirmed. */
        FOUND,
        /** Not even the lowest rate is sustained. */
        NOT_SUSTAINED,
        /** It could not be decided, or not be confirmed in time. */
        NO_VERDICT
    }

    /** Purpose of a run. */
    public enum Purpose {
        SEARCH,
        CONFIRM
    }

    /** Verdict of a run by itself, without regard to chance. */
    public enum Verdict {
        HOLDS,
        FAILS,
        /** It had too few iterations to say anything. */
        UNDECIDED
    }

    /**
     * The highest rate that is sustained, as far as all runs show.
     *
     * @param perSecond as likely too high as too low
     * @param lowPerSecond it is above this with 97.5%
     * @param highPerSecond and below this
     */
    public record Estimate(double perSecond, double lowPerSecond, double highPerSecond) {
        /** How much higher the high end is than the low one. */
        public double width() {
            return highPerSecond / lowPerSecond - 1;
        }
    }

    /**
     * A rate and how its runs ended.
     *
     * @param searched how many runs looked for it
     * @param confirmed how many were to confirm it
     * @param held how many of these held
     * @param failed how many failed
     */
    public record Tried(double perSecond, int searched, int confirmed, int held, int failed) {}

    /**
     * One JVM.
     *
     * @param number which it was at its rate for its purpose, from 1
     * @param place the run folder of its rate, below that of the command
     * @param status whether the rate was kept
     * @param verdict what it says on its own
     * @param sentence why
     */
    public record Run(
            double perSecond,
            Purpose purpose,
            int number,
            String place,
            RunStatus status,
            double achievedPerSecond,
            Verdict verdict,
            String sentence) {}

    /** Whether the interval is as narrow as was asked for, or there is none because nothing limits the rates that were tried. */
    public boolean precise() {
        return above.isEmpty()
                || estimate.filter(one -> one.width() <= precision * ROUNDING).isPresent();
    }

    /** How many runs at a rate, for whatever purpose, were saturated. */
    public long saturated(double perSecond) {
        return runs.stream()
                .filter(run -> run.perSecond() == perSecond && run.status() == RunStatus.SATURATED)
                .count();
    }
}
