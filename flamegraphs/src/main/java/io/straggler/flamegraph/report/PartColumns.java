package io.straggler.flamegraph.report;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.flamegraph.page.Columns;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import tools.jackson.core.JsonGenerator;

/**
 * Parts of each outlier's latency, in columns: the number of a pattern, which lists the causes, and the time of each
 * cause except the last, which took the rest.
 */
final class PartColumns {
    private final Map<List<Cause>, Integer> numbers = new LinkedHashMap<>();
    private final LongStream.Builder patterns = LongStream.builder();
    private final LongStream.Builder timesNs = LongStream.builder();

    PartColumns(List<ShownOutliers.Shown> outliers) {
        for (ShownOutliers.Shown outlier : outliers) {
            List<TimeBudget.Part> parts = outlier.budget().parts().stream()
                    .filter(part -> part.ns() > 0)
                    .toList();
            List<Cause> causes = parts.stream().map(TimeBudget.Part::cause).toList();
            patterns.add(numbers.computeIfAbsent(causes, key -> numbers.size()));
            parts.stream().limit(Math.max(0, parts.size() - 1)).forEach(part -> timesNs.add(part.ns()));
        }
    }

    /** Writes properties into the object that is open; once. */
    void write(JsonGenerator json) {
        json.writeObjectPropertyStart("parts");
        json.writeArrayPropertyStart("patterns");
        for (List<Cause> causes : numbers.keySet()) {
            json.writeStartArray();
            causes.forEach(cause -> json.writeNumber(cause.ordinal()));
            json.writeEndArray();
        }
        json.writeEndArray();
        Columns.write("pattern", patterns.build(), json);
        Columns.write("ns", timesNs.build(), json);
        json.writeEndObject();
    }
}
