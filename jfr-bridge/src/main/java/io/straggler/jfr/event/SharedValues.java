package io.straggler.jfr.event;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.RunId;
import java.util.HashMap;
import java.util.Map;

/** Values that many events of a chunk have in common, as one object each. For the thread that reads the chunk. */
public final class SharedValues {
    private final Map<String, String> names = new HashMap<>();
    private RunId lastRunId = new RunId(0, 1);

    /** Returns the run that an event names; the same object for neighbours. */
    RunId runId(EventView row) {
        RunId runId = new RunId(row.intNumber("fork"), row.intNumber("run"));
        lastRunId = runId.equals(lastRunId) ? lastRunId : runId;
        return lastRunId;
    }

    /** Returns the run of an event that names none: the last one. */
    RunId lastRunId() {
        return lastRunId;
    }

    String name(String name) {
        return names.computeIfAbsent(name, same -> same);
    }
}
