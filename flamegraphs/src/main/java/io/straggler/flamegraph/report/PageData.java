package io.straggler.flamegraph.report;

import io.straggler.diagnosis.RelativeLatency;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.flamegraph.json.ComparisonJsonFormat;
import io.straggler.flamegraph.json.CoverageJson;
import io.straggler.flamegraph.json.FrameTable;
import io.straggler.flamegraph.json.GroupsJson;
import io.straggler.flamegraph.json.LatencyStatisticsJson;
import io.straggler.flamegraph.json.RelativeJson;
import io.straggler.flamegraph.json.RunJson;
import io.straggler.model.Evidence;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import java.io.StringWriter;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * A report's data as the page's scripts read it. A private contract between this package and its scripts; {@code diagnosis.json}
 * is the one for others.
 */
final class PageData {
    /** No mapper: to load one takes longer than to write most pages. */
    private static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private final ReportData data;
    private final FrameTable frames;

    private PageData(ReportData data, FrameTable frames) {
        this.data = data;
        this.frames = frames;
    }

    /** One run as pure ASCII JSON. */
    static String of(ReportData data) {
        FrameTable frames = new FrameTable();
        return object(json -> {
            new PageData(data, frames).writeRun(json);
            writeWords(json);
            writeFrames(frames, json);
        });
    }

    /** Pure ASCII JSON of one object whose properties {@code content} writes. */
    static String object(Consumer<JsonGenerator> content) {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            content.accept(json);
            json.writeEndObject();
        }
        return out.toString();
    }

    private void writeRun(JsonGenerator json) {
        writeSummary(data, json);
        RunOrigins origins = new RunOrigins(data);
        ShownOutliers outliers = new ShownOutliers(data);
        DrawnTree tree = outlierTree(data);
        json.writeName("culprits");
        new CulpritSection(data, origins).write(json);
        json.writeName("outliers");
        new OutlierSection(data, outliers, origins, tree, frames).write(json);
        json.writeObjectPropertyStart("trees");
        json.writeName("outliers");
        tree.write(frames, json);
        json.writeName("normal");
        DrawnTree.of(countedInCaptures(data.conclusions().diagnosis().normalStacks()))
                .write(frames, json);
        json.writeEndObject();
    }

    /** Writes what can be said without single outliers, into the object that is open. */
    static void writeSummary(ReportData data, JsonGenerator json) {
        json.writeName("run");
        RunJson.write(data.run(), json);
        json.writeBooleanProperty("ofAnyProgram", data.run().ofAnyProgram());
        json.writeName("coverage");
        CoverageJson.write(data.conclusions().diagnosis().coverage(), data.run(), json);
        json.writeNumberProperty(
                "victims",
                data.conclusions().diagnosis().outliers().stream()
                        .filter(one -> one.outlier().victim())
                        .count());
        json.writeStringProperty("accuracy", data.accuracy());
        json.writeName("series");
        SeriesSection.write(data.series(), json);
        GroupsJson.write(data.run().groupedBy(), data.conclusions().groups(data.series()), json);
        LatencyStatisticsJson.write(data.conclusions().latency(), json);
        RelativeJson.write(data.run(), RelativeLatency.of(data.series()), json);
        BudgetSection.write(data.conclusions(), json);
        json.writeName("observerEffect");
        ComparisonJsonFormat.writeObserver(data.conclusions().latency().observer(), json);
    }

    static DrawnTree outlierTree(ReportData data) {
        return DrawnTree.of(data.conclusions().diagnosis().outlierStacks());
    }

    /** A capture of a normal iteration stands for a moment, not for a time: each weighs one. */
    private static List<WeightedStack> countedInCaptures(List<WeightedStack> stacks) {
        return stacks.stream()
                .map(stack -> new WeightedStack(stack.frames(), stack.samples(), stack.samples()))
                .toList();
    }

    /** Writes what numbers stand for, into the object that is open. */
    static void writeWords(JsonGenerator json) {
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
    }

    /** Writes every frame met so far, into the object that is open. */
    static void writeFrames(FrameTable frames, JsonGenerator json) {
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
