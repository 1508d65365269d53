package io.straggler.jfr.event;

import io.straggler.jfr.chunk.EventView;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Whom a watched thread waited for: the owner of a monitor or of a lock of java.util.concurrent. */
@Name(LockOwnerEvent.NAME)
@Label("Lock Owner")
@Category("Straggler")
@Description("Whom a watched thread waited for: the owner of a monitor or of a lock of java.util.concurrent")
@StackTrace(false)
public final class LockOwnerEvent extends Event {
    public static final String NAME = "straggler.LockOwner";

    @Label("Time (ns, monotonic clock)")
    @Description("When the sampler thread looked")
    long timeNs;

    @Label("OS Thread Id")
    @Description("Of the thread that waited")
    long osId;

    @Label("Owner's Java Thread Id")
    long ownerJavaId;

    @Label("Owner")
    String owner;

    /** Owner, at an instant, of the lock that a watched thread waited for. */
    public record LockOwner(long timeNs, long osThreadId, long ownerJavaId, String owner) {}

    static void emit(LockOwner owner) {
        LockOwnerEvent event = new LockOwnerEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.timeNs = owner.timeNs();
        event.osId = owner.osThreadId();
        event.ownerJavaId = owner.ownerJavaId();
        event.owner = owner.owner();
        event.commit();
    }

    public static LockOwner read(EventView row) {
        return new LockOwner(
                row.number("timeNs"), row.number("osId"), row.number("ownerJavaId"), row.textOrEmpty("owner"));
    }
}
