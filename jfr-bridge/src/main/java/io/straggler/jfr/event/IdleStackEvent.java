package io.straggler.jfr.event;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.GeneratedNames;
import io.straggler.model.IdleStack;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** Where a watched thread was while no iteration was in flight. */
@Name(IdleStackEvent.NAME)
@Label("Idle Stack")
@Category("Straggler")
@Description(
        "Where a watched thread of an asynchronous task was while no iteration was in flight; repeated in every chunk")
@Period("beginChunk")
@StackTrace(false)
public final class IdleStackEvent extends Event {
    public static final String NAME = "straggler.IdleStack";

    private static final String BETWEEN = "\n";

    @Label("OS Thread Id")
    long osId;

    @Label("Methods")
    @Description("Class and name of each, a line each, the outermost first")
    String methods;

    static void emit(IdleStack stack) {
        IdleStackEvent event = new IdleStackEvent();
        if (event.isEnabled()) {
            event.osId = stack.osThreadId();
            event.methods = String.join(BETWEEN, stack.methods());
            event.commit();
        }
    }

    public static IdleStack read(EventView row) {
        return new IdleStack(
                row.number("osId"),
                row.textOrEmpty("methods").lines().map(GeneratedNames::ofFrame).toList());
    }
}
