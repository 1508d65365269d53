package io.straggler.flamegraph.report;

import io.straggler.diagnosis.CulpritSite;
import io.straggler.diagnosis.RelativeLatency;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.flamegraph.json.CoverageJson;
import io.straggler.flamegraph.json.DifferenceJson;
import io.straggler.flamegraph.json.FrameTable;
import io.straggler.flamegraph.json.GroupsJson;
import io.straggler.flamegraph.json.LatencyStatisticsJson;
import io.straggler.flamegraph.json.RelativeJson;
import io.straggler.flamegraph.json.RunJson;
import io.straggler.flamegraph.json.StagesJson;
import io.straggler.flamegraph.json.StandstillsJson;
import io.straggler.flamegraph.page.DrawnTree;
import io.straggler.flamegraph.page.PageJson;
import io.straggler.flamegraph.page.SeriesSection;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/**
 * A report's data as the page's scripts read it. A private contract between this package and its scripts; {@code diagnosis.json}
 * is the one for others.
 */
final class PageData {
    private final ReportData data;
    private final FrameTable frames;

    private PageData(ReportData data, FrameTable frames) {
        this.data = data;
        this.frames = frames;
    }

    /** One run as pure ASCII JSON. */
    static String of(ReportData data) {
        FrameTable frames = new FrameTable();
        return PageJson.object(json -> {
            new PageData(data, frames).writeRun(json);
            PageJson.writeWords(json);
            PageJson.writeFrames(frames, json);
        });
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
        writeAllocations(json);
        json.writeEndObject();
    }

    /** Trees of what was allocated before the pauses of a site, with the site's number. */
    private void writeAllocations(JsonGenerator json) {
        List<CulpritSite> sites = data.conclusions().sites();
        json.writeArrayPropertyStart("allocations");
        for (int site = 0; site < Math.min(CulpritSection.MAX_SITES, sites.size()); site++) {
            List<WeightedStack> stacks =
                    data.conclusions().allocations().stacksAt(sites.get(site).place());
            if (sites.get(site).cause() == Cause.GC_PAUSE && !stacks.isEmpty()) {
                json.writeStartObject();
                json.writeNumberProperty("site", site);
                json.writeName("tree");
                DrawnTree.of(stacks).write(frames, json);
                json.writeEndObject();
            }
        }
        json.writeEndArray();
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
        StagesJson.write(data.conclusions().stages(), json);
        LatencyStatisticsJson.write(data.conclusions().latency(), json);
        RelativeJson.write(data.run(), RelativeLatency.of(data.series()), json);
        BudgetSection.write(data.conclusions(), json);
        StandstillsJson.write(data.conclusions().standstills(), json);
        json.writeName("observerEffect");
        DifferenceJson.writeObserver(data.conclusions().latency().observer(), json);
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
}
