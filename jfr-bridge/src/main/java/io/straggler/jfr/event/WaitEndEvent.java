package io.straggler.jfr.event;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.GeneratedNames;
import io.straggler.model.WaitEnd;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Which thread ended the wait of a late iteration's thread, and in which methods. */
@Name(WaitEndEvent.NAME)
@Label("End of a Wait")
@Category("Straggler")
@Description("Which thread ended the wait of a late iteration's thread, and in which methods")
@StackTrace(false)
public final class WaitEndEvent extends Event {
    public static final String NAME = "straggler.WaitEnd";

    @Label("Time (ns, monotonic clock)")
    long timeNs;

    @Label("OS Thread Id")
    @Description("Of the thread that waited")
    long osId;

    @Label("Blocker")
    @Description("Identity hash code of what it waited for")
    int blocker;

    @Label("Ender's Java Thread Id")
    long enderJavaId;

    @Label("Ender's OS Thread Id")
    @Description("If that runs iterations itself")
    long enderOsId;

    @Label("Ender")
    String ender;

    @Label("Methods")
    @Description("Of the thread that ended the wait: root first, one a line")
    String methods;

    static void emit(WaitEnd end) {
        WaitEndEvent event = new WaitEndEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.timeNs = end.timeNs();
        event.osId = end.osThreadId();
        event.blocker = end.blocker();
        event.enderJavaId = end.enderJavaId();
        event.enderOsId = end.enderOsThreadId();
        event.ender = end.ender();
        event.methods = EscapedLines.join(end.methods());
        event.commit();
    }

    public static WaitEnd read(EventView row) {
        return new WaitEnd(
                row.number("timeNs"),
                row.number("osId"),
                (int) row.number("blocker"),
                row.number("enderJavaId"),
                row.number("enderOsId"),
                row.textOrEmpty("ender"),
                EscapedLines.split(row.textOrEmpty("methods")).stream()
                        .map(GeneratedNames::ofFrame)
                        .toList());
    }
}
