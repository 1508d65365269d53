package io.straggler.agent.inside.metrics;

import io.straggler.agent.inside.metrics.MetricValues.Exemplar;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Metrics in Prometheus' text format, version 0.0.4, as
 * <a href="https://prometheus.io/docs/instrumenting/exposition_formats/">Prometheus describes it</a>: a line for each value, in seconds. For whoever asks for it, in the format of
 * <a href="https://prometheus.io/docs/specs/om/open_metrics_spec/">OpenMetrics</a>, version 1.0.0, in which outliers have exemplars: their traces.
 */
final class PrometheusText {
    private static final String PLAIN_TYPE = "text/plain; version=0.0.4; charset=utf-8";
    private static final String OPEN_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    private static final String TOTAL = "_total";

    /** The format does not allow more in all names and values of an exemplar's labels. */
    private static final int LONGEST_EXEMPLAR = 128 - "trace_id".length();

    private static final int DIGITS_OF_NANOSECONDS = 9;
    private static final int DIGITS_OF_MILLISECONDS = 3;

    private final StringBuilder lines = new StringBuilder();
    private final Map<String, String> common;

    private final boolean open;

    private PrometheusText(String iterations, boolean open) {
        this.open = open;
        common = Map.of("iterations", iterations);
    }

    /** Whether somebody who accepts this asks for OpenMetrics. */
    static boolean isOpen(String accepted) {
        return accepted.contains("application/openmetrics-text");
    }

    static String contentType(boolean open) {
        return open ? OPEN_TYPE : PLAIN_TYPE;
    }

    /** @param open whether in the format of OpenMetrics */
    static String of(MetricValues metrics, boolean open) {
        PrometheusText text = new PrometheusText(metrics.iterations(), open);
        text.calls(metrics.calls());
        text.single(
                "straggler_threshold_seconds",
                "gauge",
                "From which duration on a call is an outlier now.",
                seconds(metrics.thresholdNs()));
        Exemplar last = metrics.exemplars().values().stream()
                .reduce((earlier, later) -> later)
                .orElse(null);
        text.head("straggler_outliers_total", "counter", "Calls that were outliers.");
        text.line("straggler_outliers_total", text.common, Long.toString(metrics.outliers()), last);
        text.single(
                "straggler_outliers_with_stack_total",
                "counter",
                "Outliers of which a stack was due while they ran.",
                Long.toString(metrics.outliersWithStack()));
        text.byMethod(metrics.outliersByMethod(), metrics.exemplars());
        text.callsByMethod(metrics.callsByMethod());
        text.single(
                "straggler_start_time_seconds",
                "gauge",
                "When calls began to count, since 1970.",
                plain(BigDecimal.valueOf(metrics.sinceEpochMs(), DIGITS_OF_MILLISECONDS)));
        if (open) {
            text.lines.append("# EOF\n");
        }
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

    private void byMethod(Map<String, Long> outliers, Map<String, Exemplar> exemplars) {
        String name = "straggler_method_outliers_total";
        head(name, "counter", "Calls that were outliers, by method; methods that had none are missing.");
        outliers.forEach((method, count) ->
                line(name, and(common, "method", method), Long.toString(count), exemplars.get(method)));
    }

    private void single(String name, String type, String help, String value) {
        head(name, type, help);
        line(name, common, value);
    }

    private void head(String name, String type, String help) {
        String family = open && name.endsWith(TOTAL) ? name.substring(0, name.length() - TOTAL.length()) : name;
        lines.append("# HELP ").append(family).append(' ').append(help).append('\n');
        lines.append("# TYPE ").append(family).append(' ').append(type).append('\n');
    }

    private static Map<String, String> and(Map<String, String> some, String label, String value) {
        Map<String, String> labels = new LinkedHashMap<>(some);
        labels.put(label, value);
        return labels;
    }

    private void line(String name, Map<String, String> labels, String value) {
        line(name, labels, value, null);
    }

    private void line(String name, Map<String, String> labels, String value, @Nullable Exemplar exemplar) {
        lines.append(name).append(inBraces(labels)).append(' ').append(value);
        if (open && exemplar != null && exemplar.traceId().length() <= LONGEST_EXEMPLAR) {
            lines.append(" # ")
                    .append(inBraces(Map.of("trace_id", exemplar.traceId())))
                    .append(' ')
                    .append(seconds(exemplar.latencyNs()))
                    .append(' ')
                    .append(plain(BigDecimal.valueOf(exemplar.epochMs(), DIGITS_OF_MILLISECONDS)));
        }
        lines.append('\n');
    }

    private static String inBraces(Map<String, String> labels) {
        return labels.entrySet().stream()
                .map(label -> label.getKey() + "=\"" + escaped(label.getValue()) + "\"")
                .collect(Collectors.joining(",", "{", "}"));
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
