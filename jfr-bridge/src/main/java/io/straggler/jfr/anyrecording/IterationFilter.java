package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.EventFilter;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.read.FieldText;
import io.straggler.jfr.read.IdleWaits;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which events of one chunk are iterations, and what those had that are none. Threads: one at a time. */
final class IterationFilter {
    /** How many values of a field are remembered, for whoever asked for another one. */
    private static final int MAX_VALUES = 5;

    private final IterationQuery query;
    private final Map<String, Set<String>> refused = new LinkedHashMap<>();
    private final @Nullable IdleWaits idleWaits;
    private long seen;
    private long idle;

    IterationFilter(IterationQuery query) {
        this.query = query;
        this.idleWaits = IdleWaits.mayBe(query.event()) ? new IdleWaits() : null;
    }

    /** The filter for the type of the iterations. */
    EventFilter accepted() {
        return new EventFilter(this::accepts, null);
    }

    /** Whether an event of the type is an iteration. */
    boolean accepts(EventView event) {
        seen++;
        boolean all = true;
        for (Condition condition : query.where()) {
            if (!condition.holds(event)) {
                all = false;
                Set<String> values = refused.computeIfAbsent(condition.field(), field -> new LinkedHashSet<>());
                if (values.size() < MAX_VALUES) {
                    values.add(FieldText.of(event, condition.field()));
                }
            }
        }
        if (all && idleWaits != null && idleWaits.contain(event)) {
            idle++;
            return false;
        }
        return all;
    }

    /** How many events fit the query, and are waits of threads for work. */
    long idle() {
        return idle;
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
