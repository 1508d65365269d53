package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.read.FieldText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which events of a recording are iterations.
 *
 * @param event the name of their type
 * @param where what all of them have to be
 * @param by the field whose values group them
 */
public record IterationQuery(String event, List<Condition> where, Optional<String> by) {
    private static final String NO_VALUE = "(none)";

    public IterationQuery {
        where = List.copyOf(where);
    }

    /** Whether iterations are collections of garbage, or parts of them. */
    boolean ofCollector() {
        return CollectorPhases.areIterations(event);
    }

    /** The fields that it speaks of. */
    List<String> fields() {
        List<String> fields = new ArrayList<>();
        where.forEach(condition -> fields.add(condition.field()));
        by.ifPresent(fields::add);
        return fields;
    }

    /** The value of the field that groups iterations, {@value #NO_VALUE} if it has none; empty where nothing groups them. */
    String group(EventView row) {
        if (by.isEmpty()) {
            return "";
        }
        String value = FieldText.of(row, by.get());
        return value.isEmpty() ? NO_VALUE : value;
    }

    /** Returns the name of the event, and the conditions. */
    @Override
    public String toString() {
        return where.isEmpty()
                ? event
                : event + where.stream().map(Condition::toString).collect(Collectors.joining(" and ", " where ", ""));
    }
}
