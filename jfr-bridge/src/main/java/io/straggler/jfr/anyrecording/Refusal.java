package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.Problems;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.model.text.Nearest;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Why a recording holds no iterations of a query, in one line. */
final class Refusal {
    private static final String DURATION = "duration";

    private final String file;
    private final IterationQuery query;
    private final Map<String, Set<String>> fieldsByType;
    private final Problems problems;

    /**
     * @param fieldsByType of all types that the recording describes
     * @param problems what could not be read
     */
    Refusal(String file, IterationQuery query, Map<String, Set<String>> fieldsByType, Problems problems) {
        this.problems = problems;
        this.file = file;
        this.query = query;
        this.fieldsByType = fieldsByType;
    }

    /**
     * Checks that there are some.
     *
     * @param seen events of the type
     * @param matched those among them that fit the query
     * @param lasting those among these that took any time
     * @param idle waits of threads for work, which fit the query too and do not count
     * @param refused some values of events that did not fit, by field
     * @throws RecordingException if there are none
     */
    void check(long seen, long matched, long lasting, long idle, Map<String, Set<String>> refused) {
        Set<String> fields = fieldsByType.get(query.event());
        if (fields == null) {
            throw refused("no event " + query.event() + ending(meant(query.event(), eventNames()))
                    + " Without --iterations, report lists the events that it holds.");
        }
        if (!fields.contains(DURATION)) {
            throw refused("event " + query.event() + " has no duration, so it cannot be iterations.");
        }
        for (String field : query.fields()) {
            if (!fields.contains(field)) {
                throw refused("event " + query.event() + " has no field " + field + ending(meant(field, fields))
                        + " It has " + fields.stream().sorted().collect(Collectors.joining(", ")) + ".");
            }
        }
        if (seen == 0) {
            throw refused("the recording describes the event " + query.event()
                    + " and holds none: it may have been off, or none took as long as its threshold.");
        }
        if (matched == 0 && idle > 0) {
            throw refused("all of " + idle + " events " + query + " are waits of threads for work, such as the next"
                    + " task of a pool or the next request of a connection: no work waits in them.");
        }
        if (matched == 0 && refused.isEmpty()) {
            throw refused("none of " + seen + " events " + query + " can be read.");
        }
        if (matched == 0) {
            throw refused("none of " + seen + " events " + query + "; there are " + values(refused) + ".");
        }
        if (lasting == 0) {
            throw refused("none of " + matched + " events " + query
                    + " took any time: they are instants, and cannot be iterations.");
        }
    }

    private RecordingException refused(String why) {
        String lost = problems.isEmpty() ? "" : " Not all could be read: " + problems.inOneLine();
        return new RecordingException(file + ": " + why + lost);
    }

    private List<String> eventNames() {
        return fieldsByType.entrySet().stream()
                .filter(type -> type.getValue().contains(DURATION))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static String meant(String name, Collection<String> names) {
        List<String> nearest = Nearest.to(name, names);
        return nearest.isEmpty() ? "" : "; did you mean " + String.join(" or ", nearest) + "?";
    }

    private static String ending(String text) {
        return text.isEmpty() ? "." : text;
    }

    private static String values(Map<String, Set<String>> refused) {
        return refused.entrySet().stream()
                .map(field -> field.getKey() + "=" + String.join(", ", field.getValue()))
                .collect(Collectors.joining("; "));
    }
}
