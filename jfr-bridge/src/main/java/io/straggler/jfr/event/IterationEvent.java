package io.straggler.jfr.event;

import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.jfr.chunk.EventView;
import io.straggler.model.Iteration;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** An iteration of a busy period that contains an outlier. */
@Name(IterationEvent.NAME)
@Label("Iteration of a Busy Period")
@Category("Straggler")
@Description("An iteration of a busy period that contains an outlier")
@StackTrace(false)
public final class IterationEvent extends Event {
    public static final String NAME = "straggler.Iteration";

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

    /** An iteration of a busy period, before the period's others are known. */
    public record Part(long period, long omitted, Iteration iteration) {}

    static void emit(Part part, int fork) {
        IterationEvent event = new IterationEvent();
        if (!event.isEnabled()) {
            return;
        }
        Iteration iteration = part.iteration();
        event.period = part.period();
        event.omitted = part.omitted();
        event.fork = fork;
        event.run = iteration.runId().run();
        event.intendedNs = iteration.intendedNs();
        event.startNs = iteration.startNs();
        event.endNs = iteration.endNs();
        event.inheritedNs = iteration.inheritedNs();
        event.dispatchNs = iteration.dispatchNs();
        event.commit();
    }

    /** @throws CorruptChunkException if no iteration can have had such times */
    public static Part read(EventView row, SharedValues shared) {
        return new Part(row.number("period"), row.number("omitted"), times(row, shared));
    }

    /** Returns the times that all events of iterations have. */
    static Iteration times(EventView row, SharedValues shared) {
        long intendedNs = row.number("intendedNs");
        long startNs = row.number("startNs");
        long endNs = row.number("endNs");
        long inheritedNs = row.number("inheritedNs");
        long dispatchNs = row.number("dispatchNs");
        boolean inOrder = Times.shown(intendedNs) && startNs >= intendedNs && endNs >= startNs;
        boolean addsUp = inheritedNs >= 0 && dispatchNs >= 0 && inheritedNs + dispatchNs == startNs - intendedNs;
        if (!inOrder || !addsUp || endNs - intendedNs > Times.LONGEST_NS) {
            throw new CorruptChunkException("iteration must end after it started: startNs=" + startNs);
        }
        return new Iteration(shared.runId(row), intendedNs, startNs, endNs, inheritedNs, dispatchNs);
    }
}
