package io.straggler.jfr.event;

import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.jfr.chunk.EventView;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.WatchedThread;
import java.util.List;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A call of a method whose calls are iterations, at or above the threshold. */
@Name(CallEvent.NAME)
@Label("Slow Call")
@Category("Straggler")
@Description("A call of a method whose calls are iterations, at or above the threshold")
@StackTrace(false)
public final class CallEvent extends Event {
    public static final String NAME = "straggler.Call";

    @Label("Method")
    String method;

    @Label("Trace Id")
    @Description("Of the trace that the call is part of, as the program's tracing names it; empty if that is not known")
    String traceId;

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

    @Label("Returned (ns, monotonic clock)")
    @Description("When the method came back with a future that was not complete; 0 if the call was over then")
    long returnedNs;

    @Label("Completed By")
    @Description(
            "The Java thread id of the thread that completed the future; 0 if the call was over when its method came back")
    long completedBy;

    @Label("Stages")
    @Description(StageLines.DESCRIPTION)
    String stages;

    static void emit(Outlier outlier, WatchedThread thread) {
        CallEvent event = new CallEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.method = outlier.group();
        event.traceId = outlier.traceId();
        event.thread = thread.name();
        event.osId = thread.osThreadId();
        event.startNs = outlier.iteration().startNs();
        event.endNs = outlier.iteration().endNs();
        event.latencyNs = outlier.iteration().latencyNs();
        event.thresholdNs = outlier.thresholdNs();
        outlier.handOver().ifPresent(known -> {
            event.returnedNs = known.returnedNs();
            event.completedBy = known.completedBy();
            event.stages = StageLines.write(known.stages(), event.startNs);
        });
        event.commit();
    }

    /** @throws CorruptChunkException if no call can have had such times */
    public static Outlier read(EventView row, SharedValues shared) {
        long startNs = row.number("startNs");
        long endNs = row.number("endNs");
        if (!Times.shown(startNs) || endNs < startNs || endNs - startNs > Times.LONGEST_NS) {
            throw new CorruptChunkException("call must end after it started: startNs=" + startNs);
        }
        Outlier call = new Outlier(
                new Iteration(shared.lastRunId(), startNs, startNs, endNs, 0, 0),
                row.number("thresholdNs"),
                List.of(),
                row.number("osId"),
                shared.name(row.textOrEmpty("method")));
        return call.with(StageLines.handOver(row, startNs)).ofTrace(row.textOrEmpty("traceId"));
    }
}
