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

/** A signal stopped this process. */
@Name(ProcessStopEvent.NAME)
@Label("Process Stop")
@Category("Straggler")
@Description("A signal stopped this process, as the system notified the parent process")
@StackTrace(false)
public final class ProcessStopEvent extends Event {
    public static final String NAME = "straggler.ProcessStop";

    @Label("From (ns, monotonic clock)")
    @Description("The same as the end if the stop was too short for its beginning to be seen")
    long fromNs;

    @Label("To (ns, monotonic clock)")
    long toNs;

    static void emit(long fromNs, long toNs) {
        ProcessStopEvent event = new ProcessStopEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.fromNs = fromNs;
        event.toNs = toNs;
        event.commit();
    }

    /** @throws CorruptChunkException if it was at no time that a clock can show */
    public static Evidence read(EventView row) {
        return Times.evidence(row, Evidence.Kind.PROCESS_STOP, Place.NONE);
    }
}
