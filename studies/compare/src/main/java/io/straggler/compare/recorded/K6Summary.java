package io.straggler.compare.recorded;

import io.straggler.compare.recorded.PercentileTable.Shape;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The summary that k6 exports at the end of a test: a few percentiles of each metric, in milliseconds. */
final class K6Summary {
    private static final Pattern PERCENTILE = Pattern.compile("p\\(([0-9.]+)\\)");
    private static final String USUAL = "http_req_duration";

    private K6Summary() {}

    static RecordedFile read(Path file, JsonNode metrics, Selection selection) {
        List<Map.Entry<String, JsonNode>> trends = metrics.propertyStream()
                .filter(metric -> values(metric.getValue()).has("med")
                        || rows(metric.getValue()).size() > 2)
                .toList();
        if (trends.isEmpty()) {
            throw RecordedFiles.refused(file + " holds no metric with percentiles.");
        }
        Map.Entry<String, JsonNode> picked = selection.pick(file, Tool.K6.noun(), trends, Map.Entry::getKey, USUAL);
        if (!picked.getValue().path("contains").asString("time").equals("time")) {
            throw RecordedFiles.refused(
                    file + " must hold times, and " + picked.getKey() + " does not: make it a Trend of times.");
        }
        PercentileTable table = new PercentileTable(rows(picked.getValue()), Shape.POINTS, count(picked, metrics));
        return new RecordedFile(file, Tool.K6, picked.getKey(), List.of(), List.of(table), Map.of(), List.of());
    }

    /** Newer summaries keep them apart from what else is said of a metric. */
    private static JsonNode values(JsonNode metric) {
        return metric.path("values").isObject() ? metric.path("values") : metric;
    }

    private static TreeMap<Double, Long> rows(JsonNode metric) {
        TreeMap<Double, Long> rows = new TreeMap<>();
        values(metric).propertyStream().filter(one -> one.getValue().isNumber()).forEach(one -> {
            Matcher named = PERCENTILE.matcher(one.getKey());
            long ns = ValueUnit.MS.ns(one.getValue().asDouble());
            if (named.matches()) {
                rows.put(Double.parseDouble(named.group(1)), ns);
            } else if (one.getKey().equals("med")) {
                rows.put(50.0, ns);
            } else if (one.getKey().equals("max")) {
                rows.put(100.0, ns);
            }
        });
        return rows;
    }

    /** Its own, if it was asked for; of a request's times, the number of requests. */
    private static OptionalLong count(Map.Entry<String, JsonNode> metric, JsonNode metrics) {
        JsonNode own = values(metric.getValue()).path("count");
        JsonNode requests = values(metrics.path("http_reqs")).path("count");
        JsonNode count = own.isNumber() ? own : metric.getKey().equals(USUAL) ? requests : own;
        return count.isNumber() ? OptionalLong.of(count.asLong()) : OptionalLong.empty();
    }
}
