package io.straggler.harness.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SeriesCsvTest {
    private static Histogram interval(String series, long fromMs, long toMs, int values) {
        Histogram interval = new Histogram(3);
        interval.setTag(series);
        interval.setStartTimeStamp(fromMs);
        interval.setEndTimeStamp(toMs);
        for (int i = 1; i <= values; i++) {
            interval.recordValue(i);
        }
        return interval;
    }

    @Test
    void shouldWriteALineForEachIntervalAndLeaveOutWhatCannotBeMeasured() throws IOException {
        StringBuilder out = new StringBuilder();
        SeriesCsv.write(
                consumer -> {
                    consumer.accept(interval("latency", 1_795_000_000_000L, 1_795_000_000_250L, 1_000));
                    consumer.accept(interval("probe:put", 1_795_000_000_000L, 1_795_000_000_250L, 20));
                    consumer.accept(interval("latency", 1_795_000_000_250L, 1_795_000_000_500L, 0));
                    consumer.accept(interval("group:a, \"b\"\nc", 1_795_000_000_000L, 1_795_000_000_500L, 0));
                },
                out);
        assertThat(out).hasToString("""
                series,from_s,to_s,count,p50_ns,p90_ns,p99_ns,p99.9_ns,p99.99_ns,max_ns
                latency,1795000000.000,1795000000.250,1000,500,900,990,,,1000
                probe:put,1795000000.000,1795000000.250,20,10,,,,,20
                latency,1795000000.250,1795000000.500,0,,,,,,
                "group:a, ""b"" c",1795000000.000,1795000000.500,0,,,,,,
                """);
    }
}
