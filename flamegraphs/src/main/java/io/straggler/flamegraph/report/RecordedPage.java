package io.straggler.flamegraph.report;

import io.straggler.diagnosis.compare.RecordedComparison;
import io.straggler.diagnosis.compare.RecordedSide;
import io.straggler.diagnosis.statistics.Basis;
import io.straggler.flamegraph.json.ComparisonJsonFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JsonGenerator;

/** {@link ComparisonPage} for files that other tools wrote: without the parts that need a recording. */
public final class RecordedPage {
    private RecordedPage() {}

    /** Writes the page, replacing one that is there. */
    public static void write(RecordedComparison runs, Path file) throws IOException {
        String json = PageData.object(out -> {
            out.writeStringProperty("basis", runs.basis().map(Basis::sentence).orElse(""));
            out.writeStringProperty("noVerdict", runs.noVerdict());
            out.writeArrayPropertyStart("limits");
            runs.limits().forEach(out::writeString);
            out.writeEndArray();
            out.writeArrayPropertyStart("sides");
            writeSide(runs.a(), out);
            writeSide(runs.b(), out);
            out.writeEndArray();
            out.writeArrayPropertyStart("rows");
            runs.metrics().forEach(metric -> ComparisonJsonFormat.writeDifference(metric, out));
            out.writeEndArray();
            ComparisonPage.writeEnvironment(runs.differences(), out);
        });
        Files.write(file, new PageTemplate("comparison.html").fill(json).getBytes(StandardCharsets.UTF_8));
    }

    private static void writeSide(RecordedSide side, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("label", side.label());
        ComparisonPage.writePlaces(side.places(), json);
        json.writeStringProperty("tool", side.tool());
        json.writeStringProperty("of", side.series());
        json.writeNumberProperty("runs", side.runs());
        if (side.count().isPresent()) {
            json.writeNumberProperty("count", side.count().getAsLong());
        } else {
            json.writeNullProperty("count");
        }
        json.writeEndObject();
    }
}
