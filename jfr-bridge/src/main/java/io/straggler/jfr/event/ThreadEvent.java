package io.straggler.jfr.event;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** A thread whose stacks are captured. */
@Name(ThreadEvent.NAME)
@Label("Watched Thread")
@Category("Straggler")
@Description("A thread whose stacks are captured; repeated in every chunk")
@Period("beginChunk")
@StackTrace(false)
public final class ThreadEvent extends Event {
    public static final String NAME = "straggler.Thread";

    @Label("Name")
    String name;

    @Label("Java Thread Id")
    long javaId;

    @Label("OS Thread Id")
    long osId;

    @Label("Role")
    @Description(
            "SEQUENTIAL: runs the iterations. DISPATCHER: starts those of an asynchronous task. HELPER: watched beside")
    String role;

    static void emit(WatchedThread thread) {
        ThreadEvent event = new ThreadEvent();
        if (event.isEnabled()) {
            event.name = thread.name();
            event.javaId = thread.javaThreadId();
            event.osId = thread.osThreadId();
            event.role = thread.role().name();
            event.commit();
        }
    }

    public static WatchedThread read(EventView row) {
        ThreadRole role = ThreadRole.HELPER;
        for (ThreadRole candidate : ThreadRole.values()) {
            role = candidate.name().equals(row.text("role")) ? candidate : role;
        }
        return new WatchedThread(row.textOrEmpty("name"), row.number("javaId"), row.number("osId"), role);
    }
}
