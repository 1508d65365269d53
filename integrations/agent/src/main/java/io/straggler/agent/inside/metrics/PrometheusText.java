package io.straggler.agent.inside.metrics;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Metrics in Prometheus' text format, version 0.0.4, as
 * <a href="https://prometheus.io/docs/instrumenting/exposition_formats/">Prometheus describes it</a>: a line for each value, in seconds.
 */
final class PrometheusText {
    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final int DIGITS_OF_NANOSECONDS = 9;
    private static final int DIGITS_OF_MILLISECONDS = 3;

    private final StringBuilder lines = new StringBuilder();
    private final Map<String, String> common;

    private PrometheusText(String iterations) {
        common = Map.of("iterations", iterations);
    }

    static String of(MetricValues metrics) {
        PrometheusText text = new PrometheusText(metrics.iterations());
        text.calls(metrics.calls());
        text.single(
                "straggler_threshold_seconds",
                "gauge",
                "From which duration on a call is an outlier now.",
                seconds(metrics.thresholdNs()));
        text.single(
                "straggler_outliers_total", "counter", "Calls that were outliers.", Long.toString(metrics.outliers()));
        text.single(
                "straggler_outliers_with_stack_total",
                "counter",
                "Outliers of which a stack was due while they ran.",
                Long.toString(metrics.outliersWithStack()));
        text.byMethod(metrics.outliersByMethod());
        text.callsByMethod(metrics.callsByMethod());
        text.single(
                "straggler_start_time_seconds",
                "gauge",
                "When calls began to count, since 1970.",
                plain(BigDecimal.valueOf(metrics.sinceEpochMs(), DIGITS_OF_MILLISECONDS)));
        return text.lines.toString();
    }

    private void calls(MetricValues.Durations calls) {
        String name = "straggler_call_seconds";
        head(
                name,
                "summary",
                "What calls took since calls began to count. A quantile is NaN while fewer than ten calls are above it.");
        summary(name, common, calls);
        single(
                "straggler_longest_call_seconds",
                "gauge",
                "What the longest call took since calls began to count.",
                seconds(calls.maxNs()));
    }

    private void summary(String name, Map<String, String> labels, MetricValues.Durations calls) {
        quantile(name, labels, "0.5", calls.p50Ns());
        quantile(name, labels, "0.99", calls.p99Ns());
        quantile(name, labels, "0.999", calls.p999Ns());
        line(name + "_sum", labels, seconds(calls.sumNs()));
        line(name + "_count", labels, Long.toString(calls.count()));
    }

    private void quantile(String name, Map<String, String> labels, String quantile, OptionalLong ns) {
        line(name, and(labels, "quantile", quantile), ns.isPresent() ? seconds(ns.getAsLong()) : "NaN");
    }

    private void callsByMethod(Map<String, MetricValues.Durations> calls) {
        if (calls.isEmpty()) {
            return;
        }
        String name = "straggler_method_call_seconds";
        head(name, "summary", "What calls took since calls began to count, by method, to 1%.");
        calls.forEach((method, durations) -> summary(name, and(common, "method", method), durations));
        String longest = "straggler_method_longest_call_seconds";
        head(longest, "gauge", "What the longest call took since calls began to count, by method.");
        calls.forEach((method, durations) -> line(longest, and(common, "method", method), seconds(durations.maxNs())));
    }

    private void byMethod(Map<String, Long> outliers) {
        String name = "straggler_method_outliers_total";
        head(name, "counter", "Calls that were outliers, by method; methods that had none are missing.");
        outliers.forEach((method, count) -> line(name, and(common, "method", method), Long.toString(count)));
    }

    private void single(String name, String type, String help, String value) {
        head(name, type, help);
        line(name, common, value);
    }

    private void head(String name, String type, String help) {
        lines.append("# HELP ").append(name).append(' ').append(help).append('\n');
        lines.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private static Map<String, String> and(Map<String, String> some, String label, String value) {
        Map<String, String> labels = new LinkedHashMap<>(some);
        labels.put(label, value);
        return labels;
    }

    private void line(String name, Map<String, String> labels, String value) {
        lines.append(name)
                .append(labels.entrySet().stream()
                        .map(label -> label.getKey() + "=\"" + escaped(label.getValue()) + "\"")
                        .collect(Collectors.joining(",", "{", "}")))
                .append(' ')
                .append(value)
                .append('\n');
    }

    private static String escaped(String label) {
        return label.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    private static String seconds(long ns) {
        return plain(BigDecimal.valueOf(ns, DIGITS_OF_NANOSECONDS));
    }

    private static String plain(BigDecimal value) {
        return value.stripTrailingZeros().toPlainString();
    }
}
