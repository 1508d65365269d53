package io.straggler.jfr.event;

import io.straggler.jfr.chunk.EventView;
import java.util.Map;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** Two sockets of this process are the ends of one connection. */
@Name(ConnectionEvent.NAME)
@Label("Connection Within the Process")
@Category("Straggler")
@Description("Two sockets of this process are the ends of one connection; repeated in every chunk")
@Period("beginChunk")
@StackTrace(false)
public final class ConnectionEvent extends Event {
    public static final String NAME = "straggler.Connection";

    @Label("End")
    @Description("Address and port")
    String end;

    @Label("Other End")
    String otherEnd;

    static void emit(String end, String otherEnd) {
        ConnectionEvent event = new ConnectionEvent();
        if (event.isEnabled()) {
            event.end = end;
            event.otherEnd = otherEnd;
            event.commit();
        }
    }

    /** One end, and the other. */
    public static Map.Entry<String, String> read(EventView row) {
        return Map.entry(row.textOrEmpty("end"), row.textOrEmpty("otherEnd"));
    }
}
