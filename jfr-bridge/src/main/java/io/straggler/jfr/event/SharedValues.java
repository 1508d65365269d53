package io.straggler.jfr.event;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.RunId;
import java.util.HashMap;
import java.util.Map;

/** What many events of a chunk have in common, as one object each. For the thread that reads the chunk. */
public final class SharedValues {
    private final Map<String, String> names = new HashMap<>();
    private RunId lastRunId = new RunId(0, 1);

    /** Of an event that names its run; the same object for neighbours. */
    RunId runId(EventView row) {
        RunId runId = new RunId(row.intNumber("fork"), row.intNumber("run"));
        lastRunId = runId.equals(lastRunId) ? lastRunId : runId;
        return lastRunId;
    }

    /** Of an event that does not. */
    RunId lastRunId() {
        return lastRunId;
    }

    String name(String name) {
        return names.computeIfAbsent(name, same -> same);
    }
}
