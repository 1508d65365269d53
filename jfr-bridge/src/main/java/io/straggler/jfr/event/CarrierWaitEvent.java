package io.straggler.jfr.event;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.CarrierWait;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A time in which the virtual thread of a late call was ready to go on, and no carrier had it. */
@Name(CarrierWaitEvent.NAME)
@Label("Wait for a Carrier")
@Category("Straggler")
@Description("A time in which the virtual thread of a late call was ready to go on, and no carrier had it")
@StackTrace(false)
public final class CarrierWaitEvent extends Event {
    public static final String NAME = "straggler.CarrierWait";

    @Label("From (ns, monotonic clock)")
    long fromNs;

    @Label("To (ns, monotonic clock)")
    long toNs;

    @Label("OS Thread Id")
    @Description("Of the virtual thread: its Java thread id below zero")
    long osId;

    static void emit(CarrierWait wait) {
        CarrierWaitEvent event = new CarrierWaitEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.fromNs = wait.fromNs();
        event.toNs = wait.toNs();
        event.osId = wait.osThreadId();
        event.commit();
    }

    public static CarrierWait read(EventView row) {
        return new CarrierWait(row.number("fromNs"), row.number("toNs"), row.number("osId"));
    }
}
