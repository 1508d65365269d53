package io.straggler.jfr.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import jdk.jfr.Timestamp;

/** The events that speak of a whole run. Field names are read back by {@code StragglerEvents}. */
public final class RunEvents {
    private RunEvents() {}

    @Name("straggler.Run")
    @Label("Run")
    @Category("Straggler")
    @Description("How one measured run ended")
    @StackTrace(false)
    static final class Run extends Event {
        @Label("Task")
        String task;

        @Label("Fork")
        int fork;

        @Label("Run")
        int run;

        @Label("Origin (ns, monotonic clock)")
        @Description("The instant at which the schedule began")
        long originNs;

        @Label("Start")
        @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
        long startEpochMs;

        @Label("End")
        @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
        long endEpochMs;

        @Label("Target Rate (1/s)")
        double targetPerSecond;

        @Label("Achieved Rate (1/s)")
        double achievedPerSecond;

        @Label("Iterations")
        long iterations;

        @Label("Corrected Iterations")
        @Description("In the series without what a capture of a normal iteration took from them, by measurement")
        long corrected;

        @Label("Outliers")
        long outliers;

        @Label("Threshold")
        @Description("Latency at and above which an iteration is an outlier")
        @Timespan(Timespan.NANOSECONDS)
        long thresholdNs;

        @Label("Worst Latency")
        @Timespan(Timespan.NANOSECONDS)
        long worstNs;

        @Label("Stray Completions")
        @Description("Completions of a tag that was unknown or already complete")
        long strayCompletions;

        @Label("Uncompleted Iterations")
        long uncompleted;

        @Label("Status")
        String status;

        @Label("Reason")
        @Description("Why the status is not ok")
        String reason;
    }

    @Name("straggler.Sampler")
    @Label("Sampler")
    @Category("Straggler")
    @Description("How stacks were taken, and what the sampler says of itself")
    @StackTrace(false)
    static final class Sampler extends Event {
        @Label("Mode")
        String mode;

        @Label("Why This Mode")
        String why;

        @Label("Arm Delay")
        @Description("How late an iteration had to be before the sampler looked")
        @Timespan(Timespan.NANOSECONDS)
        long armDelayNs;

        @Label("Margin")
        @Description("How much later than that the first capture may have been due")
        @Timespan(Timespan.NANOSECONDS)
        long marginNs;

        @Label("Capture Takes")
        @Description("What one capture takes from its thread, measured at the start; 0 if that is not known")
        @Timespan(Timespan.NANOSECONDS)
        long captureNs;

        @Label("Captures Due")
        long signalsSent;

        @Label("Captures Taken")
        long capturesTaken;

        @Label("Baseline Captures")
        long baselineCaptures;

        @Label("Innocent Captures")
        @Description("Iterations that were captured as late and ended below the threshold")
        long innocentCaptures;

        @Label("Capped Iterations")
        @Description("Late iterations that were captured less, or not at all, to stay within the budget of captures")
        long cappedIterations;

        @Label("Late in Sum")
        @Timespan(Timespan.NANOSECONDS)
        long lateTotalNs;

        @Label("Late at Most")
        @Timespan(Timespan.NANOSECONDS)
        long lateMaxNs;
    }

    @Name("straggler.Environment")
    @Label("Environment")
    @Category("Straggler")
    @Description("One fact about where the run took place")
    @Period("beginChunk")
    @StackTrace(false)
    static final class Environment extends Event {
        @Label("Key")
        String key;

        @Label("Value")
        String value;
    }

    @Name("straggler.Interval")
    @Label("Histogram Interval")
    @Category("Straggler")
    @Description("One interval of the histogram log, so that a recording alone is enough for a report")
    @StackTrace(false)
    static final class Interval extends Event {
        @Label("Series")
        String series;

        @Label("Start")
        @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
        long startEpochMs;

        @Label("End")
        @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
        long endEpochMs;

        @Label("Histogram")
        @Description("HdrHistogram in its compressed format, Base64")
        String histogram;
    }
}
