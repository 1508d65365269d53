package io.straggler.compare.recorded;

import static io.straggler.compare.recorded.RecordedExamples.ANY;
import static io.straggler.compare.recorded.RecordedExamples.read;
import static io.straggler.compare.recorded.RecordedExamples.text;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.compare.IncomparableException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Percentiles that other tools print are refused by the name of the tool, with what to compare instead. */
class PercentileFileTest {
    private static final String ONE_OBSERVATION =
            ", which is one observation of each percentile and allows no verdict: ";
    private static final String LOGS = "write an HdrHistogram interval log (.hlog) of each run, and compare those.";

    @TempDir
    private Path scratch;

    private void assertRefused(String what, String content) throws Exception {
        Path file = text(content, scratch.resolve("file"));
        assertThatThrownBy(() -> read(ANY, file))
                .isInstanceOf(IncomparableException.class)
                .hasMessage(file + " is " + what);
    }

    @Test
    void shouldNameWrkAndWrk2() throws Exception {
        String begun = """
                Running 10s test @ http://127.0.0.1:8080/quote
                  2 threads and 16 connections
                """;
        String refusal = "a table of wrk or wrk2" + ONE_OBSERVATION + LOGS;
        assertRefused(refusal, begun);
        assertRefused(refusal, "[main] INFO starting\n" + begun.replace("\n", "\r\n"));
        assertRefused(refusal, "  9 requests in 1s\nRequests/sec: 9.0\n");
        assertRefused(refusal, """
                  Latency Distribution (HdrHistogram - Recorded Latency)
                 50.000%    1.16ms
                100.000%   21.65ms

                  Detailed Percentile spectrum:
                       Value   Percentile   TotalCount 1/(1-Percentile)

                       0.231     0.000000            1         1.00
                """);
    }

    @Test
    void shouldNameJlbh() throws Exception {
        String refusal = "a table of JLBH" + ONE_OBSERVATION
                + "measure the benchmark with straggler run --jlbh, and compare the run folders.";
        assertRefused(refusal, """
                Warm up complete (50000 iterations took 0.71s)
                -------------------------------- BENCHMARK RESULTS (RUN 1) --------------------------------------------------------
                Run time: 5.0s
                """);
        assertRefused(
                refusal,
                "End to End: (50,000)                            50/90 99/99.9 99.99 - worst was 4.4 / 5.0  9.0 / 61  1,204 - 2,310\n");
    }

    @Test
    void shouldNameK6() throws Exception {
        String refusal = "a summary of k6" + ONE_OBSERVATION + LOGS;
        assertRefused(refusal, """
                {
                    "metrics": {
                        "http_req_duration": {"avg": 1.49, "max": 51.2, "med": 1.2, "min": 0.4, "p(90)": 2.4, "p(95)": 3.6}
                    }
                }
                """);
        assertRefused(refusal, "{\"options\": {}, \"results\": {\"metrics\": [{\"name\": \"http_req_duration\"");
    }

    @Test
    void shouldNameWhatHdrHistogramPrints() throws Exception {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(1_000);
        for (boolean csv : new boolean[] {false, true}) {
            Path printed = scratch.resolve("printed");
            try (PrintStream out = new PrintStream(Files.newOutputStream(printed), false, StandardCharsets.UTF_8)) {
                histogram.outputPercentileDistribution(out, 5, 1_000.0, csv);
            }
            assertRefused(
                    "a percentile distribution (.hgrm)" + ONE_OBSERVATION + LOGS,
                    Files.readString(printed, StandardCharsets.UTF_8));
        }
    }
}
