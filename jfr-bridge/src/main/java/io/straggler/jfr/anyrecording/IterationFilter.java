package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.EventFilter;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.read.FieldText;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Which events of one chunk are iterations, and what those had that are none. Threads: one at a time. */
final class IterationFilter {
    /** How many values of a field are remembered, for whoever asked for another one. */
    private static final int MOST_VALUES = 5;

    private final IterationQuery query;
    private final Map<String, Set<String>> refused = new LinkedHashMap<>();
    private long seen;

    IterationFilter(IterationQuery query) {
        this.query = query;
    }

    /** The filter for the type of the iterations. */
    EventFilter accepted() {
        return new EventFilter(this::accepts, null);
    }

    private boolean accepts(EventView event) {
        seen++;
        boolean all = true;
        for (Condition condition : query.where()) {
            if (!condition.holds(event)) {
                all = false;
                Set<String> values = refused.computeIfAbsent(condition.field(), field -> new LinkedHashSet<>());
                if (values.size() < MOST_VALUES) {
                    values.add(FieldText.of(event, condition.field()));
                }
            }
        }
        return all;
    }

    /** How many events of the type there were, whatever their fields are. */
    long seen() {
        return seen;
    }

    /** Some values of events that were none, by field. */
    Map<String, Set<String>> refused() {
        return refused;
    }
}
