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

/** One fact about where the run took place. */
@Name(EnvironmentEvent.NAME)
@Label("Environment")
@Category("Straggler")
@Description("One fact about where the run took place")
@Period("beginChunk")
@StackTrace(false)
public final class EnvironmentEvent extends Event {
    public static final String NAME = "straggler.Environment";

    @Label("Key")
    String key;

    @Label("Value")
    String value;

    static void emit(String key, String value) {
        EnvironmentEvent event = new EnvironmentEvent();
        if (event.isEnabled()) {
            event.key = key;
            event.value = value;
            event.commit();
        }
    }

    public static Map.Entry<String, String> read(EventView row) {
        return Map.entry(row.textOrEmpty("key"), row.textOrEmpty("value"));
    }
}
