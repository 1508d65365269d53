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

/** Something stopped the whole process, the sampler thread too. */
@Name(ProcessStallEvent.NAME)
@Label("Process Stall")
@Category("Straggler")
@Description("The sampler thread neither ran nor waited for a core: something stopped the whole process")
@StackTrace(false)
public final class ProcessStallEvent extends Event {
    public static final String NAME = "straggler.ProcessStall";

    @Label("From (ns, monotonic clock)")
    long fromNs;

    @Label("To (ns, monotonic clock)")
    long toNs;

    static void emit(long fromNs, long toNs) {
        ProcessStallEvent event = new ProcessStallEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.fromNs = fromNs;
        event.toNs = toNs;
        event.commit();
    }

    /** @throws CorruptChunkException if it was at no time that a clock can show */
    public static Evidence read(EventView row) {
        return Times.evidence(row, Evidence.Kind.PROCESS_STALL, Place.NONE);
    }
}
