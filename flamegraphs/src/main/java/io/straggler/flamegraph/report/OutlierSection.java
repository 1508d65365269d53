package io.straggler.flamegraph.report;

import io.straggler.flamegraph.json.FrameTable;
import io.straggler.flamegraph.page.CausesJson;
import io.straggler.flamegraph.page.Columns;
import io.straggler.flamegraph.page.DrawnTree;
import io.straggler.model.Iteration;
import io.straggler.model.text.Background;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import tools.jackson.core.JsonGenerator;

/** The outliers in columns: when, how slow, why, behind whom, and which stacks; and everything about the worst of them. */
final class OutlierSection {
    private final ShownOutliers outliers;
    private final Background<PartColumns> parts;
    private final Background<EvidenceLanes> lanes;
    private final CulpritLinks links;
    private final RunOrigins origins;
    private final DrawnTree tree;
    private final OutlierDetail details;
    private final Map<Long, String> threadNames;

    OutlierSection(ReportData data, ShownOutliers outliers, RunOrigins origins, DrawnTree tree, FrameTable frames) {
        this.outliers = outliers;
        this.parts = Background.start(() -> new PartColumns(outliers.all()));
        this.lanes = Background.start(() -> new EvidenceLanes(outliers.all(), origins));
        this.links = new CulpritLinks(outliers, data.conclusions());
        this.origins = origins;
        this.tree = tree;
        this.threadNames = data.conclusions().diagnosis().threadNames();
        this.details = new OutlierDetail(new SplitSection(data, origins), tree, frames);
    }

    void write(JsonGenerator json) {
        List<ShownOutliers.Shown> all = outliers.all();
        json.writeStartObject();
        json.writeNumberProperty("count", outliers.count());
        json.writeNumberProperty("complete", outliers.complete());
        origins.write(json);
        json.writeObjectPropertyStart("columns");
        Columns.write("run", all, one -> origins.indexOf(one.iteration().runId()), json);
        writeTimes(all, json);
        Columns.write("stacks", all, one -> one.diagnosed().stacks().size(), json);
        writeLinks(all.size(), json);
        writeProbes(all, json);
        writeGroups(all, json);
        writeTraces(all, json);
        json.writeEndObject();
        parts.result().write(json);
        new SampleColumns(all, tree, threadNames).write(json);
        lanes.result().write(json);
        json.writeArrayPropertyStart("details");
        for (int i = 0; i < all.size(); i++) {
            if (outliers.detailed(i)) {
                details.write(i, all.get(i), json);
            }
        }
        json.writeEndArray();
        json.writeObjectPropertyStart("threadNames");
        Set<Long> threads = new TreeSet<>(details.threads());
        threads.addAll(lanes.result().threads());
        for (long id : threads) {
            if (threadNames.containsKey(id)) {
                json.writeStringProperty(String.valueOf(id), threadNames.get(id));
            }
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    /** Intended starts as steps from one outlier to the next, which are shorter to write. */
    private void writeTimes(List<ShownOutliers.Shown> all, JsonGenerator json) {
        long[] stepsNs = new long[all.size()];
        for (int i = 0; i < stepsNs.length; i++) {
            Iteration iteration = all.get(i).iteration();
            boolean first = i == 0 || !all.get(i - 1).iteration().runId().equals(iteration.runId());
            stepsNs[i] = first
                    ? origins.sinceNs(iteration.runId(), iteration.intendedNs())
                    : iteration.intendedNs() - all.get(i - 1).iteration().intendedNs();
        }
        Columns.write("stepNs", Arrays.stream(stepsNs), json);
        Columns.write("latencyNs", all, one -> one.iteration().latencyNs(), json);
        Columns.write("inheritedNs", all, one -> one.iteration().inheritedNs(), json);
        Columns.write("dispatchNs", all, one -> one.iteration().dispatchNs(), json);
        Columns.write("victim", all, one -> one.diagnosed().outlier().victim() ? 1 : 0, json);
    }

    private void writeLinks(int size, JsonGenerator json) {
        Columns.write("site", IntStream.range(0, size).mapToLong(links::site), json);
        // How many outliers back; 0 for nobody.
        Columns.write(
                "culpritBack",
                IntStream.range(0, size)
                        .mapToLong(i -> links.culprit(i) == CulpritLinks.NOBODY ? 0 : i - links.culprit(i)),
                json);
        Columns.write("othersNs", IntStream.range(0, size).mapToLong(links::othersNs), json);
    }

    /** The probe that took most of each outlier in all, by number; 0 for none. */
    private static void writeProbes(List<ShownOutliers.Shown> all, JsonGenerator json) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        List<Long> longest = new ArrayList<>();
        for (ShownOutliers.Shown one : all) {
            longest.add(one.diagnosed().outlier().probeTotalsNs().entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(probe -> (long) numbers.computeIfAbsent(probe.getKey(), name -> numbers.size() + 1))
                    .orElse(0L));
        }
        Columns.write("probe", longest, Long::longValue, json);
        json.writeArrayPropertyStart("probes");
        numbers.keySet().forEach(json::writeString);
        json.writeEndArray();
    }

    /** The trace of each outlier; nothing where none is part of one. */
    private static void writeTraces(List<ShownOutliers.Shown> all, JsonGenerator json) {
        List<String> traces =
                all.stream().map(one -> one.diagnosed().outlier().traceId()).toList();
        json.writeArrayPropertyStart("traces");
        if (!traces.stream().allMatch(String::isEmpty)) {
            traces.forEach(json::writeString);
        }
        json.writeEndArray();
    }

    /** The group of each outlier, by number; no numbers where nothing groups them. */
    private static void writeGroups(List<ShownOutliers.Shown> all, JsonGenerator json) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        List<Integer> groups = all.stream()
                .map(one -> one.diagnosed().outlier().group())
                .filter(group -> !group.isEmpty())
                .map(group -> numbers.computeIfAbsent(group, name -> numbers.size()))
                .toList();
        Columns.write("group", groups.size() == all.size() ? groups : List.of(), Integer::longValue, json);
        json.writeArrayPropertyStart("groups");
        numbers.keySet().stream().map(CausesJson::shortened).forEach(json::writeString);
        json.writeEndArray();
    }
}
