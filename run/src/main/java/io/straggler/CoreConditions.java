package io.straggler;

import io.straggler.sampler.linux.CpuLayout;
import io.straggler.sampler.linux.SystemFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** Conditions of the cores that change the tail of a run without the program's doing, as facts of the run. */
public final class CoreConditions {
    /** The fact that says what weakens the figures; absent when nothing does. */
    public static final String FACT = "core conditions";

    private static final String LAYOUT = "cpu layout";

    private CoreConditions() {}

    /**
     * Adds the layout, and one line of what may be mistaken for the program's doing.
     *
     * @param pinned the core that the pacing thread is bound to
     */
    static void describe(SystemFiles files, OptionalInt pinned, Map<String, String> facts) {
        CpuLayout layout = CpuLayout.read(files);
        if (layout.known()) {
            facts.put(LAYOUT, layout.toString());
        }
        List<String> conditions = new ArrayList<>();
        if (pinned.isEmpty()) {
            conditions.add("the pacing thread is not bound to a core (see --pin)");
        }
        if (pinned.isPresent() && layout.siblingOf(pinned.getAsInt()).isPresent()) {
            conditions.add("cpu " + pinned.getAsInt() + " is half of a core, with cpu "
                    + layout.siblingOf(pinned.getAsInt()).getAsInt());
        } else if (pinned.isEmpty() && layout.hyperThreaded()) {
            conditions.add("cores are shared by hyper-threads");
        }
        Set<String> governors = CpuLayout.governors(files);
        if (!governors.isEmpty() && !governors.equals(Set.of("performance"))) {
            conditions.add("cores change their frequency (governor " + String.join(", ", governors) + ")");
        }
        if (!conditions.isEmpty()) {
            facts.put(FACT, String.join("; ", conditions));
        }
    }
}
