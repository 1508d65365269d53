package io.straggler.jfr.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * The events that speak of one iteration. JFR stamps an event when it is committed, long after the iteration: what matters is
 * therefore in explicit fields.
 */
public final class IterationEvents {
    private IterationEvents() {}

    @Name("straggler.Outlier")
    @Label("Outlier")
    @Category("Straggler")
    @Description("An iteration at or above the threshold")
    @StackTrace(false)
    static final class Outlier extends Event {
        @Label("Fork")
        int fork;

        @Label("Run")
        int run;

        @Label("Intended Start (ns, monotonic clock)")
        @Description("When the schedule said it should start; the iteration's tag")
        long intendedNs;

        @Label("Start (ns, monotonic clock)")
        long startNs;

        @Label("End (ns, monotonic clock)")
        long endNs;

        @Label("Latency")
        @Description("From intended start to end: inherited + dispatch + service")
        @Timespan(Timespan.NANOSECONDS)
        long latencyNs;

        @Label("Inherited Delay")
        @Description("The queue in front of it")
        @Timespan(Timespan.NANOSECONDS)
        long inheritedNs;

        @Label("Dispatch Delay")
        @Description("Nothing was queued, yet it started late")
        @Timespan(Timespan.NANOSECONDS)
        long dispatchNs;

        @Label("Service Time")
        @Timespan(Timespan.NANOSECONDS)
        long serviceNs;

        @Label("Threshold")
        @Timespan(Timespan.NANOSECONDS)
        long thresholdNs;

        @Label("Probes")
        @Description("What the task's probes reported, one name=nanoseconds a line")
        String probes;
    }

    @Name("straggler.Call")
    @Label("Slow Call")
    @Category("Straggler")
    @Description("A call of a method whose calls are iterations, at or above the threshold")
    @StackTrace(false)
    static final class Call extends Event {
        @Label("Method")
        String method;

        @Label("Thread")
        String thread;

        @Label("OS Thread Id")
        @Description("Below zero, a number of our own: a virtual thread has none")
        long osId;

        @Label("Start (ns, monotonic clock)")
        @Description("The iteration's tag")
        long startNs;

        @Label("End (ns, monotonic clock)")
        long endNs;

        @Label("Latency")
        @Description("From start to end: there is no schedule")
        @Timespan(Timespan.NANOSECONDS)
        long latencyNs;

        @Label("Threshold")
        @Timespan(Timespan.NANOSECONDS)
        long thresholdNs;
    }

    @Name("straggler.Iteration")
    @Label("Iteration of a Busy Period")
    @Category("Straggler")
    @Description("An iteration of a busy period that contains an outlier")
    @StackTrace(false)
    static final class PeriodIteration extends Event {
        @Label("Busy Period")
        @Description("Number of the busy period within its process")
        long period;

        @Label("Omitted")
        @Description("On the first iteration of a period: how many at its end were not kept")
        long omitted;

        @Label("Fork")
        int fork;

        @Label("Run")
        int run;

        @Label("Intended Start (ns, monotonic clock)")
        long intendedNs;

        @Label("Start (ns, monotonic clock)")
        long startNs;

        @Label("End (ns, monotonic clock)")
        long endNs;

        @Label("Inherited Delay")
        @Timespan(Timespan.NANOSECONDS)
        long inheritedNs;

        @Label("Dispatch Delay")
        @Timespan(Timespan.NANOSECONDS)
        long dispatchNs;
    }
}
