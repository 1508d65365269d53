package io.straggler.agent.inside.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PrometheusTextTest {
    /** A line with a value, as Prometheus describes it. */
    private static final Pattern SAMPLE = Pattern.compile(
            "[a-zA-Z_:][\\w:]*\\{([a-zA-Z_]\\w*=\"([^\"\\\\\\n]|\\\\[\\\\\"n])*\",?)+} (NaN|[0-9]+(\\.[0-9]+)?)");

    @Test
    void shouldBeAsPrometheusReadsIt() {
        String text = PrometheusText.of(MetricValuesOfTests.of(2_000, Map.of("a.B.d", 7L, "a.B.c", 5L)), false);

        assertThat(text).isEqualTo("""
                        # HELP straggler_call_seconds What calls took since calls began to count. A quantile is NaN while fewer than ten calls are above it.
                        # TYPE straggler_call_seconds summary
                        straggler_call_seconds{iterations="jdbc",quantile="0.5"} 0.001000447
                        straggler_call_seconds{iterations="jdbc",quantile="0.99"} 0.001980415
                        straggler_call_seconds{iterations="jdbc",quantile="0.999"} NaN
                        straggler_call_seconds_sum{iterations="jdbc"} 2.001011482
                        straggler_call_seconds_count{iterations="jdbc"} 2000
                        # HELP straggler_longest_call_seconds What the longest call took since calls began to count.
                        # TYPE straggler_longest_call_seconds gauge
                        straggler_longest_call_seconds{iterations="jdbc"} 0.002000895
                        # HELP straggler_threshold_seconds From which duration on a call is an outlier now.
                        # TYPE straggler_threshold_seconds gauge
                        straggler_threshold_seconds{iterations="jdbc"} 0.005
                        # HELP straggler_outliers_total Calls that were outliers.
                        # TYPE straggler_outliers_total counter
                        straggler_outliers_total{iterations="jdbc"} 12
                        # HELP straggler_outliers_with_stack_total Outliers of which a stack was due while they ran.
                        # TYPE straggler_outliers_with_stack_total counter
                        straggler_outliers_with_stack_total{iterations="jdbc"} 11
                        # HELP straggler_method_outliers_total Calls that were outliers, by method; methods that had none are missing.
                        # TYPE straggler_method_outliers_total counter
                        straggler_method_outliers_total{iterations="jdbc",method="a.B.c"} 5
                        straggler_method_outliers_total{iterations="jdbc",method="a.B.d"} 7
                        # HELP straggler_start_time_seconds When calls began to count, since 1970.
                        # TYPE straggler_start_time_seconds gauge
                        straggler_start_time_seconds{iterations="jdbc"} 1764000000.5
                        """);
    }

    @Test
    void shouldSayWhatTheCallsOfEachMethodTook() {
        assertThat(PrometheusText.of(MetricValuesOfTests.byMethod(), false)).contains("""
                        # HELP straggler_method_call_seconds What calls took since calls began to count, by method, to 1%.
                        # TYPE straggler_method_call_seconds summary
                        straggler_method_call_seconds{iterations="jdbc",method="a.B.c",quantile="0.5"} NaN
                        straggler_method_call_seconds{iterations="jdbc",method="a.B.c",quantile="0.99"} NaN
                        straggler_method_call_seconds{iterations="jdbc",method="a.B.c",quantile="0.999"} NaN
                        straggler_method_call_seconds_sum{iterations="jdbc",method="a.B.c"} 0.000015004
                        straggler_method_call_seconds_count{iterations="jdbc",method="a.B.c"} 5
                        straggler_method_call_seconds{iterations="jdbc",method="a.B.d",quantile="0.5"} 0.000500223
                        straggler_method_call_seconds{iterations="jdbc",method="a.B.d",quantile="0.99"} 0.000990207
                        straggler_method_call_seconds{iterations="jdbc",method="a.B.d",quantile="0.999"} NaN
                        straggler_method_call_seconds_sum{iterations="jdbc",method="a.B.d"} 0.500504858
                        straggler_method_call_seconds_count{iterations="jdbc",method="a.B.d"} 1000
                        # HELP straggler_method_longest_call_seconds What the longest call took since calls began to count, by method.
                        # TYPE straggler_method_longest_call_seconds gauge
                        straggler_method_longest_call_seconds{iterations="jdbc",method="a.B.c"} 0.000005003
                        straggler_method_longest_call_seconds{iterations="jdbc",method="a.B.d"} 0.001000447
                        # HELP straggler_start_time_seconds""");
    }

    @Test
    void shouldStayReadableWhateverAMethodIsCalled() {
        String text = PrometheusText.of(MetricValuesOfTests.of(0, Map.of("a.B.say \"\\\n\"", 1L)), false);

        assertThat(text.lines().filter(line -> !line.startsWith("# ")))
                .allMatch(line -> SAMPLE.matcher(line).matches());
        assertThat(text).contains("method=\"a.B.say \\\"\\\\\\n\\\"\"} 1\n");
    }

    @Test
    void shouldPrintNoPercentileThatNobodyKnows() {
        assertThat(PrometheusText.of(MetricValuesOfTests.of(0, Map.of()), false))
                .contains(
                        "quantile=\"0.5\"} NaN\n", "_sum{iterations=\"jdbc\"} 0\n", "_count{iterations=\"jdbc\"} 0\n");
    }

    @Test
    void shouldShowTracesOfOutliersToWhoeverAsksForOpenMetrics() {
        assertThat(PrometheusText.of(MetricValuesOfTests.traced(), true))
                .contains("""
                        # TYPE straggler_outliers counter
                        straggler_outliers_total{iterations="jdbc"} 2 # {trace_id="4bf92f3577b34da6a3ce929d0e0e4736"} 0.043 1764000001.25
                        """)
                .contains("""
                        # TYPE straggler_method_outliers counter
                        straggler_method_outliers_total{iterations="jdbc",method="a.B.c"} 1
                        straggler_method_outliers_total{iterations="jdbc",method="a.B.d"} 1 # {trace_id="4bf92f3577b34da6a3ce929d0e0e4736"} 0.043 1764000001.25
                        """)
                .endsWith("\n# EOF\n");
        // Readers of the older format would take it for a part of the value.
        assertThat(PrometheusText.of(MetricValuesOfTests.traced(), false)).doesNotContain("trace_id");
    }
}
