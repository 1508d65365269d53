package io.straggler.flamegraph.report;

import io.straggler.flamegraph.CallTree;
import io.straggler.flamegraph.FrameTable;
import io.straggler.flamegraph.RunJson;
import io.straggler.flamegraph.Words;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import tools.jackson.core.JsonGenerator;

/** Two runs on one page, made of the same parts and under the same policy as {@link HtmlReport}. */
public final class ComparisonPage {
    private ComparisonPage() {}

    /** Writes the page, replacing one that is there. */
    public static void write(ComparisonData data, Path file) throws IOException {
        FrameTable frames = new FrameTable();
        String json = PageData.object(out -> {
            out.writeStringProperty("basis", data.basis());
            out.writeStringProperty("order", Words.of(data.order()));
            out.writeArrayPropertyStart("sides");
            writeSide(data.before(), frames, out);
            writeSide(data.after(), frames, out);
            out.writeEndArray();
            writeRows(data, out);
            writeEnvironment(data, out);
            PageData.writeWords(out);
            PageData.writeFrames(frames, out);
        });
        Files.write(file, new PageTemplate("compare.html").fill(json).getBytes(StandardCharsets.UTF_8));
    }

    private static void writeSide(ComparisonData.Side side, FrameTable frames, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("label", side.label());
        PageData.writeSummary(side.report(), json);
        json.writeName("tree");
        new DrawnTree(CallTree.of(side.report().conclusions().diagnosis().outlierStacks())).write(frames, json);
        json.writeEndObject();
    }

    private static void writeRows(ComparisonData data, JsonGenerator json) {
        json.writeArrayPropertyStart("rows");
        for (ComparisonData.Row row : data.rows()) {
            json.writeStartObject();
            json.writeStringProperty("figure", row.figure());
            json.writeStringProperty("unit", Words.of(row.unit()));
            write("before", row.before(), json);
            write("after", row.after(), json);
            write("difference", row.difference(), json);
            write("low", row.low(), json);
            write("high", row.high(), json);
            json.writeStringProperty("verdict", Words.of(row.verdict()));
            json.writeStringProperty("note", row.note());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void write(String name, OptionalDouble value, JsonGenerator json) {
        RunJson.writeFinite(name, value.orElse(Double.NaN), json);
    }

    private static void writeEnvironment(ComparisonData data, JsonGenerator json) {
        json.writeArrayPropertyStart("environment");
        for (ComparisonData.Difference difference : data.environment()) {
            json.writeStartObject();
            json.writeStringProperty("name", difference.name());
            json.writeStringProperty("before", difference.before());
            json.writeStringProperty("after", difference.after());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
