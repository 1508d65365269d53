package io.straggler.compare.page;

import io.straggler.compare.result.ComparedRuns;
import io.straggler.compare.result.ComparedSide;
import io.straggler.compare.result.RunDifference;
import io.straggler.flamegraph.json.DifferenceJson;
import io.straggler.flamegraph.json.FrameTable;
import io.straggler.flamegraph.json.JsonNames;
import io.straggler.flamegraph.json.RunJson;
import io.straggler.flamegraph.page.CausesJson;
import io.straggler.flamegraph.page.DrawnTree;
import io.straggler.flamegraph.page.PageJson;
import io.straggler.flamegraph.page.PageTemplate;
import io.straggler.flamegraph.page.SeriesSection;
import io.straggler.flamegraph.report.HtmlReport;
import io.straggler.model.file.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Two sides on one page, made of the same parts and under the same policy as {@link HtmlReport}. */
public final class ComparisonPage {
    private ComparisonPage() {}

    /** Writes the page, replacing one that is there. */
    public static void write(ComparedRuns runs, Path file) throws IOException {
        FrameTable frames = new FrameTable();
        String json = PageJson.object(out -> {
            out.writeStringProperty("basis", runs.comparison().basis().sentence());
            out.writeStringProperty("pairing", JsonNames.of(runs.pairing()));
            out.writeStringProperty("ending", runs.ending());
            out.writeNumberProperty("thresholdNs", runs.thresholdNs());
            out.writeArrayPropertyStart("sides");
            writeSide(runs.a(), frames, out);
            writeSide(runs.b(), frames, out);
            out.writeEndArray();
            out.writeArrayPropertyStart("rows");
            runs.comparison().differences().forEach(one -> DifferenceJson.writeDifference(one, out));
            out.writeEndArray();
            writeEnvironment(runs.differences(), out);
            PageJson.writeWords(out);
            PageJson.writeFrames(frames, out);
        });
        WholeFile.write(file, new PageTemplate(ComparisonPage.class, "comparison.html").fill(json));
    }

    private static void writeSide(ComparedSide side, FrameTable frames, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("label", side.label());
        writePlaces(side.places(), json);
        json.writeNumberProperty("measuredNs", side.measuredNs());
        json.writeName("run");
        RunJson.write(side.run(), json);
        json.writeName("series");
        SeriesSection.write(side.series(), json);
        CausesJson.writeCauses(json);
        json.writeName("budget");
        CausesJson.write(side.diagnosis().latencyNs(), side.diagnosis().causes(), json);
        json.writeName("tree");
        DrawnTree.of(side.diagnosis().outlierStacks()).write(frames, json);
        json.writeEndObject();
    }

    static void writePlaces(List<String> places, JsonGenerator json) {
        json.writeArrayPropertyStart("places");
        places.forEach(json::writeString);
        json.writeEndArray();
    }

    static void writeEnvironment(List<RunDifference> differences, JsonGenerator json) {
        json.writeArrayPropertyStart("environment");
        for (RunDifference difference : differences) {
            json.writeStartObject();
            json.writeStringProperty("name", difference.name());
            json.writeStringProperty("before", difference.a());
            json.writeStringProperty("after", difference.b());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
