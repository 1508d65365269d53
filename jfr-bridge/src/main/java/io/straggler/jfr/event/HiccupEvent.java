package io.straggler.jfr.event;

import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.jfr.chunk.EventView;
import io.straggler.model.Evidence;
import io.straggler.model.Place;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A thread that was to sleep on a core woke up late. */
@Name(HiccupEvent.NAME)
@Label("Hiccup")
@Category("Straggler")
@Description("A thread that was to sleep on this core woke up late: somebody else had the core")
@StackTrace(false)
public final class HiccupEvent extends Event {
    public static final String NAME = "straggler.Hiccup";

    @Label("CPU")
    int cpu;

    @Label("From (ns, monotonic clock)")
    @Description("When it was due to wake up")
    long fromNs;

    @Label("To (ns, monotonic clock)")
    long toNs;

    static void emit(int cpu, long dueNs, long wokeNs) {
        HiccupEvent event = new HiccupEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.cpu = cpu;
        event.fromNs = dueNs;
        event.toNs = wokeNs;
        event.commit();
    }

    /** @throws CorruptChunkException if it was at no time that a clock can show */
    public static Evidence read(EventView row) {
        return Times.evidence(row, Evidence.Kind.HICCUP, Place.of("cpu " + row.number("cpu")));
    }
}
