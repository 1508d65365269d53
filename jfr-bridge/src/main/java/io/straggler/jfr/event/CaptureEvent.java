package io.straggler.jfr.event;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.Capture;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** A request for a stack. */
@Name(CaptureEvent.NAME)
@Label("Capture")
@Category("Straggler")
@Description("A request for a stack")
@StackTrace(false)
public final class CaptureEvent extends Event {
    public static final String NAME = "straggler.Capture";

    @Label("Purpose")
    @Description("LATE: the iteration ran for longer than the arm delay. NORMAL: a normal iteration, to compare with. "
            + "IDLE: no iteration was in flight, so the thread waits for work here")
    String purpose;

    @Label("Intended Start (ns, monotonic clock)")
    @Description("The tag of the iteration that was in flight")
    long intendedNs;

    @Label("OS Thread Id")
    long osId;

    @Label("Due (ns, monotonic clock)")
    long dueNs;

    @Label("Sent (ns, monotonic clock)")
    long sentNs;

    @Label("Late")
    @Description("How late the sampler itself was")
    @Timespan(Timespan.NANOSECONDS)
    long lateNs;

    static void emit(Capture capture) {
        CaptureEvent event = new CaptureEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.purpose = capture.purpose().name();
        event.intendedNs = capture.intendedNs();
        event.osId = capture.osThreadId();
        event.dueNs = capture.dueNs();
        event.sentNs = capture.sentNs();
        event.lateNs = capture.sentNs() - capture.dueNs();
        event.commit();
    }

    public static Capture read(EventView row) {
        return new Capture(
                purpose(row.text("purpose")),
                row.number("intendedNs"),
                row.number("osId"),
                row.number("dueNs"),
                row.number("sentNs"));
    }

    private static Capture.Purpose purpose(@Nullable String name) {
        for (Capture.Purpose purpose : Capture.Purpose.values()) {
            if (purpose.name().equals(name)) {
                return purpose;
            }
        }
        return Capture.Purpose.LATE;
    }
}
