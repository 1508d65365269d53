package io.straggler.cli.ping;

import io.straggler.model.Percentiles;
import io.straggler.model.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code ping.json}: the floors for programs. {@code docs/guide/ping.md} describes the fields. */
final class PingJson {
    /** Raised when a field changes its meaning or goes away. */
    static final int SCHEMA_VERSION = 1;

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private PingJson() {}

    static String write(PingPlan plan, List<PingResult> results) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("bytes", plan.bytes());
        document.put("intervalNs", plan.intervalNs());
        document.put(
                "server",
                plan.server()
                        .map(address -> address.host() + ":" + address.port())
                        .orElse(""));
        document.put("pings", results.stream().map(PingJson::of).toList());
        return JSON.writeValueAsString(document) + "\n";
    }

    private static Map<String, Object> of(PingResult result) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("transport", result.transport().label());
        one.put("measures", result.transport().measures());
        one.put("status", result.status().label());
        one.put("reason", result.reason());
        one.put("folder", result.folder().toString());
        one.put("count", result.count());
        one.put("lost", result.lost());
        List<Map<String, Object>> percentiles = new ArrayList<>();
        for (double percentile : Percentiles.SHOWN) {
            result.latencyNs(percentile).ifPresent(ns -> {
                Map<String, Object> point = new LinkedHashMap<>();
                point.put("percentile", percentile);
                point.put("valueNs", ns);
                percentiles.add(point);
            });
        }
        one.put("latency", percentiles);
        Series latency = result.latency();
        one.put("worstNs", latency == null ? null : latency.maxNs());
        return one;
    }
}
