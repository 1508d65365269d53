package io.straggler.jfr.event;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.CoreUse;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Scheduler counts of a thread around a late iteration. */
@Name(CoreUseEvent.NAME)
@Label("Core Use")
@Category("Straggler")
@Description("What the scheduler counted of a thread around a late iteration, between two looks of the sampler thread")
@StackTrace(false)
public final class CoreUseEvent extends Event {
    public static final String NAME = "straggler.CoreUse";

    @Label("From (ns, monotonic clock)")
    long fromNs;

    @Label("To (ns, monotonic clock)")
    long toNs;

    @Label("OS Thread Id")
    long osId;

    @Label("Thread")
    @Description("Its name; of a thread that is none of Java's, the fifteen characters that the operating system keeps")
    String thread;

    @Label("CPU Time")
    @Timespan(Timespan.NANOSECONDS)
    long cpuNs;

    @Label("Run Delay")
    @Description("Runnable, but waiting for a core")
    @Timespan(Timespan.NANOSECONDS)
    long runDelayNs;

    static void emit(CoreUse use) {
        CoreUseEvent event = new CoreUseEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.fromNs = use.fromNs();
        event.toNs = use.toNs();
        event.osId = use.osThreadId();
        event.thread = use.thread();
        event.cpuNs = use.cpuNs();
        event.runDelayNs = use.runDelayNs();
        event.commit();
    }

    public static CoreUse read(EventView row) {
        return new CoreUse(
                row.number("fromNs"),
                row.number("toNs"),
                row.number("osId"),
                row.textOrEmpty("thread"),
                row.number("cpuNs"),
                row.number("runDelayNs"));
    }
}
