package io.straggler.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TrialMetricsTest {
    /** Calls that took 1 to so many microseconds. */
    private static TrialMetrics upTo(long us) {
        TreeMap<Long, Long> latencies = new TreeMap<>();
        LongStream.rangeClosed(1, us).forEach(each -> latencies.put(each * 1_000, 1L));
        return new TrialMetrics(latencies, us / 10, us / 20, us / 40, us + " µs\n");
    }

    @Test
    void shouldKnowAPercentileThatTenCallsLieAbove() {
        assertThat(upTo(1_000).perMilleNs(990)).hasValue(990_000);
        assertThat(upTo(1_000).perMilleNs(991)).isEmpty();
        assertThat(upTo(10_000).perMilleNs(999)).hasValue(9_990_000);
        assertThat(upTo(1_000).meanNs()).isEqualTo(500_500);
    }

    @Test
    void shouldTakeTheCallsOfSeveralJvmsTogether() {
        TrialMetrics both = upTo(10_000).plus(upTo(5_000));

        assertThat(both.calls()).isEqualTo(15_000);
        assertThat(both.outliers()).isEqualTo(1_500);
        // 15 calls took longer, all of them in one JVM; the mean of both percentiles would be 7.5 ms.
        assertThat(both.perMilleNs(999)).hasValue(9_985_000);
        assertThat(both.explained()).isEqualTo("10000 µs\n5000 µs\n");
        CallsResult p999 = new CallsResult(CallsResult.Metric.P999, upTo(10_000))
                .getIterationAggregator()
                .aggregate(List.of(
                        new CallsResult(CallsResult.Metric.P999, upTo(10_000)),
                        new CallsResult(CallsResult.Metric.P999, upTo(5_000))));
        assertThat(p999.getScore()).isEqualTo(9_985);
        assertThat(p999.getScoreUnit()).isEqualTo("us/call");
        assertThat(new CallsResult(CallsResult.Metric.STACKS, both).getScore()).isEqualTo(50);
        assertThat(new CallsResult(CallsResult.Metric.P999, upTo(100)).getScore())
                .isNaN();
    }
}
