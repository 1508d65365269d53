package io.straggler.jfr.event;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.Carriage;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A time in which a thread of the system carried a virtual thread that was late. */
@Name(CarriageEvent.NAME)
@Label("Carriage")
@Category("Straggler")
@Description(
        "A time in which a thread of the system carried a virtual thread that was late: stacks of the carrier are the virtual thread's")
@StackTrace(false)
public final class CarriageEvent extends Event {
    public static final String NAME = "straggler.Carriage";

    @Label("Virtual Thread")
    @Description("Its Java id, below zero")
    long virtualId;

    @Label("OS Thread Id")
    @Description("Of the carrier")
    long osId;

    @Label("From (ns, monotonic clock)")
    long fromNs;

    @Label("To (ns, monotonic clock)")
    long toNs;

    static void emit(Carriage carriage) {
        CarriageEvent event = new CarriageEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.virtualId = carriage.virtualId();
        event.osId = carriage.osThreadId();
        event.fromNs = carriage.fromNs();
        event.toNs = carriage.toNs();
        event.commit();
    }

    public static Carriage read(EventView row) {
        return new Carriage(row.number("virtualId"), row.number("osId"), row.number("fromNs"), row.number("toNs"));
    }
}
