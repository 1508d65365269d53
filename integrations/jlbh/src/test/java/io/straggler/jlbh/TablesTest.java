package io.straggler.jlbh;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.schedule.Own;
import io.straggler.harness.schedule.Schedule;
import java.util.List;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.LatencyDistributors;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TablesTest {
    private final JLBHOptions options =
            new JLBHOptions().jlbhTask(new Scripted()).throughput(20_000).runs(3);

    private Tables tables() {
        return new Tables(JlbhSettings.of(options));
    }

    private static Histogram microseconds(long... values) {
        Histogram histogram = new Histogram(3);
        for (long us : values) {
            histogram.recordValue(us * 1_000);
        }
        return histogram;
    }

    @Test
    void shouldPrintARunAsJlbhDoes() {
        assertThat(tables().heading(2, 1.25, Schedule.uniform(20_000))
                        + tables().row("End to End:", microseconds(1, 2, 30, 400, 5_000))
                        + tables().row("empty", new Histogram(3))
                        + tables().end())
                .isEqualTo("""
                        -------------------------------- BENCHMARK RESULTS (RUN 2) us --------------------------------------
                        Run time: 1.25 s, distribution: NORMAL
                        Correcting for co-ordinated:true
                        Target throughput:20000/s = 1 message every 50us
                        End to End: (5)                                 50/90 99/99.9 99.99 - worst was 30.0 / 5,001  5,001 / 5,001  5,001 - 5,001
                        empty (0)                                       50/90 99/99.9 99.99 - worst was 0.000 / 0.000  0.000 / 0.000  0.000 - 0.000
                        ----------------------------------------------------------------------------------------------------
                        """);
    }

    @Test
    void shouldSayHowTheRunWasPacedAndNotWhatTheBenchmarkSet() {
        options.latencyDistributor(LatencyDistributors.RANDOM);
        Own own = (Own) Distribution.schedule(JlbhSettings.of(options));

        assertThat(heading(own))
                .contains("distribution: RANDOM\n", "Target throughput:20000/s = 1 message every 50us\n");
        assertThat(heading(own.scaledTo(2.5)))
                .contains("distribution: RANDOM\n", "Target throughput:2.5/s = 1 message every 400000us\n");
        assertThat(heading(Schedule.poisson(1e6, 1)))
                .contains("distribution: POISSON\n", "Target throughput:1000000/s = 1 message every 1us\n");
        assertThat(heading(Schedule.bursts(20_000, 10))).contains("distribution: BURSTS\n");
        assertThat(heading(Schedule.uniform(20_000))).contains("distribution: NORMAL\n");
    }

    private String heading(Schedule used) {
        return tables().heading(1, 1, used);
    }

    @Test
    void shouldPrintAColumnPerRunAndSkipTheFirstInTheVariation() {
        List<double[]> runs = List.of(
                new double[] {900_000, 900_000, 900_000, 900_000},
                new double[] {1_000, 2_000, 3_000, 3_500, 40_000},
                new double[] {1_000, 2_500, 3_000, 3_500, 50_000});
        double[] shares = {0.5, 0.9, 0.99, 0.997, 1};
        StringBuilder text = new StringBuilder();
        tables().summary("put", runs, shares, text);

        assertThat(text).hasToString("""
                        -------------------------------- SUMMARY (put) us --------------------------------------------------
                        Percentile   run1         run2         run3      % Variation
                        50.0:          900.00         1.00         1.00         0.00
                        90.0:          900.00         2.00         2.50        14.29
                        99.0:          900.00         3.00         3.00         0.00
                        99.7:               -         3.50         3.50         0.00
                        worst:         900.00        40.00        50.00        14.29
                        ----------------------------------------------------------------------------------------------------
                        """);

        options.skipFirstRun(false);
        StringBuilder all = new StringBuilder();
        tables().summary("put", runs, shares, all);
        assertThat(all.toString()).contains("50.0:          900.00         1.00         1.00        99.83\n");
    }

    @Test
    void shouldGiveZerosForNoValuesAndTheValueItselfForTheWorst() {
        assertThat(Tables.percentiles(new Histogram(3), new double[] {0.5, 1})).containsExactly(0, 0);
        Histogram one = new Histogram(3);
        one.recordValue(1_234_567);
        assertThat(Tables.percentiles(one, new double[] {0.5, 1})[0]).isLessThanOrEqualTo(one.getMaxValue());
    }
}
