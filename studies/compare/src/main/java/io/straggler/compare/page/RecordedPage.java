package io.straggler.compare.page;

import io.straggler.compare.result.RecordedComparison;
import io.straggler.compare.result.RecordedSide;
import io.straggler.diagnosis.statistics.Basis;
import io.straggler.flamegraph.json.DifferenceJson;
import io.straggler.flamegraph.page.PageJson;
import io.straggler.flamegraph.page.PageTemplate;
import io.straggler.model.file.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import tools.jackson.core.JsonGenerator;

/** {@link ComparisonPage} for files that other tools wrote: without the parts that need a recording. */
public final class RecordedPage {
    private RecordedPage() {}

    /** Writes the page, replacing one that is there. */
    public static void write(RecordedComparison runs, Path file) throws IOException {
        String json = PageJson.object(out -> {
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
            runs.metrics().forEach(metric -> DifferenceJson.writeDifference(metric, out));
            out.writeEndArray();
            ComparisonPage.writeEnvironment(runs.differences(), out);
        });
        WholeFile.write(file, new PageTemplate(RecordedPage.class, "comparison.html").fill(json));
    }

    private static void writeSide(RecordedSide side, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("label", side.label());
        ComparisonPage.writePlaces(side.places(), json);
        json.writeStringProperty("tool", side.tool());
        json.writeStringProperty("of", side.series());
        json.writeNumberProperty("runs", side.runs());
        json.writeNumberProperty("count", side.count());
        json.writeEndObject();
    }
}
