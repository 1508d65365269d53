package io.straggler.flamegraph.report;

import io.straggler.diagnosis.AboveFloor;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.flamegraph.CallTree;
import io.straggler.flamegraph.CoverageJson;
import io.straggler.flamegraph.FloorJson;
import io.straggler.flamegraph.FrameTable;
import io.straggler.flamegraph.RunJson;
import io.straggler.model.Evidence;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import java.io.StringWriter;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * A report's data as the page's scripts read it: pure ASCII JSON in which no character can end a script element. A private
 * contract between this package and its scripts; {@code diagnosis.json} is the one for others.
 */
final class PageData {
    private static final ObjectWriter JSON = JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build()
            .writer();

    private final ReportData data;
    private final FrameTable frames = new FrameTable();

    PageData(ReportData data) {
        this.data = data;
    }

    String json() {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(out)) {
            write(json);
        }
        // These three stand only inside strings, where the escape means the same.
        return out.toString().replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
    }

    private void write(JsonGenerator json) {
        json.writeStartObject();
        json.writeName("run");
        RunJson.write(data.run(), json);
        json.writeName("coverage");
        CoverageJson.write(data.conclusions().diagnosis().coverage(), json);
        json.writeName("series");
        SeriesSection.write(data.series(), json);
        FloorJson.write(data.run(), AboveFloor.of(data.series()), json);
        BudgetSection.write(data.conclusions(), json);
        RunOrigins origins = new RunOrigins(data);
        json.writeName("culprits");
        new CulpritSection(data, origins).write(json);
        json.writeName("outliers");
        new OutlierSection(data, origins, frames).write(json);
        json.writeObjectPropertyStart("trees");
        json.writeName("outliers");
        TreeSection.write(CallTree.of(data.conclusions().diagnosis().outlierStacks()), frames, json);
        json.writeName("normal");
        TreeSection.write(
                CallTree.of(countedInCaptures(data.conclusions().diagnosis().normalStacks())), frames, json);
        json.writeEndObject();
        json.writeArrayPropertyStart("evidenceKinds");
        for (Evidence.Kind kind : Evidence.Kind.values()) {
            json.writeString(kind.label());
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("frameKinds");
        for (FrameKind kind : FrameKind.values()) {
            json.writeString(kind.label());
        }
        json.writeEndArray();
        writeFrames(json);
        json.writeEndObject();
    }

    /** A capture of a normal iteration stands for a moment, not for a time: each weighs one. */
    private static List<WeightedStack> countedInCaptures(List<WeightedStack> stacks) {
        return stacks.stream()
                .map(stack -> new WeightedStack(stack.frames(), stack.samples(), stack.samples()))
                .toList();
    }

    private void writeFrames(JsonGenerator json) {
        json.writeObjectPropertyStart("frames");
        json.writeArrayPropertyStart("names");
        for (StackFrame frame : frames.frames()) {
            json.writeString(frame.name());
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("kinds");
        for (StackFrame frame : frames.frames()) {
            json.writeNumber(frame.kind().ordinal());
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
