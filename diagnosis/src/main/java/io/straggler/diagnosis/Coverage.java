package io.straggler.diagnosis;

import io.straggler.model.Notice;
import io.straggler.model.RunDescription;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.text.Durations;

/**
 * Extent to which the stacks can speak for the outliers.
 *
 * @param outliers how many there were
 * @param longNs how long an outlier has to have run itself for a stack to be expected: until the first capture is due, and a little
 * @param ran how many ran as long, mostly on a core
 * @param blocked how many mostly in what blocked the thread
 * @param stopped how many mostly in what stopped all threads, or without a core
 * @param bySample how many of those that ran as long have a captured stack that stands for time
 * @param byEvent how many of the others have one that the JVM recorded with an event
 * @param firstSeenNs median of how long those that have a stack, and waited for nobody before, had been running at their first; zero without any
 * @param serviceNs the time that outliers spent running, in sum
 * @param seenNs the part of it that stacks stand for
 * @param droppedSamples stacks that belong to no outlier and to no normal sample, and were dropped
 * @param bySwitches how many outliers' times without a core the kernel recorded; of the others only sums are known
 */
public record Coverage(
        long outliers,
        long longNs,
        Kind ran,
        Kind blocked,
        Kind stopped,
        long bySample,
        long byEvent,
        long firstSeenNs,
        long serviceNs,
        long seenNs,
        long droppedSamples,
        long bySwitches) {

    /** Number of outliers below which their share with a stack says little about the next ones. */
    private static final int FEW = 10;

    private static final double NEARLY_ALL = 0.95;
    private static final double MOST = 0.75;
    private static final String NOT_RECORDED =
            "the recording has no outlier: with --measure-overhead those that come while the sampler is off, in a quarter of the run, are only counted";
    private static final String SAMPLER_OFF =
            "the rate could not be kept, so that some may have come while the sampler was off, in the quarter of the run that --measure-overhead takes";

    /** How many outliers that ran long enough there were of a kind, and how many of them have a stack. */
    public record Kind(long outliers, long withStack) {
        static final Kind NONE = new Kind(0, 0);

        private long withoutStack() {
            return outliers - withStack;
        }
    }

    /** Returns the coverage of a run without outliers. */
    public static Coverage none() {
        return new Coverage(0, 0, Kind.NONE, Kind.NONE, Kind.NONE, 0, 0, 0, 0, 0, 0, 0);
    }

    /** How many ran long enough for a stack to be expected. */
    public long ranLong() {
        return ran.outliers + blocked.outliers + stopped.outliers;
    }

    /** How many of those have one. */
    public long withStack() {
        return bySample + byEvent;
    }

    /**
     * Returns how far the stacks can be trusted to show what outliers ran, why no more outliers have one, and what
     * would help: a clause without a stop. Empty where no stack could be expected, unless outliers may be missing
     * because the sampler was off.
     *
     * @param run with what its sampler says of itself
     */
    public String verdict(RunDescription run) {
        long ranLong = ranLong();
        if (ranLong == 0) {
            return outliers == 0 && run.outliers() > 0 && run.measuresOverhead() ? NOT_RECORDED : "";
        }
        double share = (double) withStack() / ranLong;
        if (share >= NEARLY_ALL) {
            return "stacks speak for nearly all of them";
        }
        // Never rounded up to all.
        return 100 * withStack() / ranLong + "%, " + grade(share) + ": "
                + (alwaysQueued(run) ? SAMPLER_OFF : reason(run));
    }

    /** Outliers without a stack, in words. */
    private String others() {
        return withStack() == 0 ? "they" : "the others";
    }

    private String grade(double share) {
        if (ranLong() < FEW) {
            return "of too few to judge by";
        }
        if (share == 0) {
            return "none of them";
        }
        return share >= MOST ? "most of them" : "a part of them only";
    }

    /**
     * Returns whether the queue never ended while the sampler was off in parts of the run. Iterations that queue behind
     * one are reported together with it; where the queue never ends, outliers of its first ten blocks are reported
     * although the sampler was off.
     */
    private static boolean alwaysQueued(RunDescription run) {
        return run.measuresOverhead() && run.status() == RunStatus.SATURATED;
    }

    private String reason(RunDescription run) {
        SamplerSummary sampler = run.sampler();
        boolean ofAnyProgram = run.ofAnyProgram();
        long without = ranLong() - withStack();
        if (2 * stopped.withoutStack() >= without) {
            return others()
                    + " mostly stood still with all threads or had no core, which the causes say without a stack";
        }
        if (2 * run.counted(Notice.Code.CHANGED_THREADS, "outliers") >= without) {
            return others() + " went from thread to thread, and no thread's stacks are theirs; the agent follows them";
        }
        if (2 * run.counted(Notice.Code.VIRTUAL_THREADS, "outliers") >= without) {
            return others() + " ran on virtual threads, whose waits the JVM does not record; the agent sees them";
        }
        SamplerMode mode = sampler == null ? SamplerMode.OFF : sampler.mode();
        return switch (mode) {
            case TRIGGERED -> ofTriggered(sampler, without, ofAnyProgram);
            case CONTINUOUS ->
                "stacks came at a fixed period, which " + others() + " fell between; "
                        + (ofAnyProgram
                                ? "record with a shorter one"
                                : "use --sampler triggered where it works, or a shorter --sample-period");
            case JAVA ->
                (sampler.lateMaxNs() >= CoverageCount.SEEN_WITHIN_NS
                                ? "the cores were busy, and the JVM was asked for stacks up to "
                                        + Durations.format(sampler.lateMaxNs()) + " late"
                                : "the JVM takes stacks at safepoints only")
                        + "; straggler doctor says what async-profiler needs here";
            case OFF -> "nobody took stacks, and events have one of blocked threads only";
        };
    }

    private String ofTriggered(SamplerSummary sampler, long without, boolean ofAnyProgram) {
        if (2 * sampler.cappedIterations() >= without) {
            return "the JVM, which was asked for stacks, had no time to answer for all: too many were late at once; raise --threshold";
        }
        if (2 * (sampler.signalsSent() - sampler.capturesTaken()) >= without) {
            return "captures that were due brought no stack; straggler doctor says what async-profiler needs here";
        }
        return "they ended soon after a capture was due; "
                + (ofAnyProgram
                        ? "lower --threshold, and captures begin earlier"
                        : "sample earlier, with --sample-after below " + Durations.format(sampler.armDelayNs()));
    }
}
