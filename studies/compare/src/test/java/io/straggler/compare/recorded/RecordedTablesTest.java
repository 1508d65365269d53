package io.straggler.compare.recorded;

import static io.straggler.compare.recorded.RecordedExamples.ANY;
import static io.straggler.compare.recorded.RecordedExamples.compare;
import static io.straggler.compare.recorded.RecordedExamples.in;
import static io.straggler.compare.recorded.RecordedExamples.metric;
import static io.straggler.compare.recorded.RecordedExamples.named;
import static io.straggler.compare.recorded.RecordedExamples.read;
import static io.straggler.compare.recorded.RecordedExamples.resource;
import static io.straggler.compare.recorded.RecordedExamples.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.compare.IncomparableException;
import io.straggler.compare.result.RecordedComparison;
import io.straggler.compare.result.RunDifference;
import io.straggler.diagnosis.statistics.Verdict;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Percentiles without latencies: printed tables and summaries. */
class RecordedTablesTest {
    @TempDir
    private Path scratch;

    private Path file(String name) throws Exception {
        return resource(name, scratch);
    }

    @Test
    void shouldReadTheCorrectedTableOfWrk2() throws Exception {
        RecordedSet set = read(ANY, file("wrk2.txt"));

        assertThat(set.side().tool()).isEqualTo("wrk2");
        assertThat(set.side().count()).hasValue(39_964);
        assertThat(set.valueNs(50)).hasValue(1_160_000);
        assertThat(set.valueNs(99)).hasValue(4_910_000);
        assertThat(set.valueNs(99.9)).hasValue(11_420_000);
        assertThat(set.valueNs(99.99)).as("three requests lie above it").isEmpty();
        assertThat(set.worstNs()).hasValue(21_647_000);
        assertThat(set.facts())
                .containsEntry("requests a second", "1999.81")
                .containsEntry("threads and connections", "2 threads and 100 connections");
    }

    @Test
    void shouldReadTheFewPercentilesOfWrk() throws Exception {
        RecordedSet set = read(ANY, file("wrk.txt"));

        assertThat(set.side().tool()).isEqualTo("wrk");
        assertThat(set.valueNs(50)).hasValue(498_000);
        assertThat(set.valueNs(99)).hasValue(4_870_000);
        assertThat(set.valueNs(99.9)).isEmpty();
        assertThat(set.worstNs()).isEmpty();
        assertThat(set.side().count()).hasValue(279_012);
    }

    @Test
    void shouldPutTablesSideBySideWithoutAVerdict() throws Exception {
        RecordedSet before = read(ANY, file("wrk2.txt"));
        String slower = Files.readString(file("wrk2.txt"))
                .replace("99.000%    4.91ms", "99.000%    9.10ms")
                .replace("100 connections", "50 connections");
        RecordedSet after = read(ANY, text(slower, scratch.resolve("slower.txt")));
        RecordedComparison runs = compare(before, after);

        assertThat(metric(runs, 99).a()).hasValue(4_910_000);
        assertThat(metric(runs, 99).b()).hasValue(9_100_000);
        assertThat(runs.metrics())
                .allMatch(one -> one.verdict() == Verdict.NOT_MEASURABLE
                        && one.relative().isEmpty()
                        && one.absolute().isEmpty());
        assertThat(runs.basis()).isEmpty();
        assertThat(runs.noVerdict()).startsWith("A percentile table is one observation of each percentile");
        assertThat(runs.differences())
                .containsExactly(new RunDifference(
                        "threads and connections", "2 threads and 100 connections", "2 threads and 50 connections"));
        assertThat(runs.limits()).first().asString().contains("does not print that rate");
    }

    @Test
    void shouldGiveTheMedianOfSeveralTablesAndTheirRange() throws Exception {
        RecordedComparison runs = compare(read(ANY, file("jlbh.txt")), read(ANY, file("jlbh.txt")));

        assertThat(runs.a().runs()).isEqualTo(2);
        assertThat(metric(runs, 99).a()).hasValue(8_500);
        assertThat(metric(runs, 99).note())
                .isEqualTo("A: median of 2 tables, from 8 µs to 9 µs; B: median of 2 tables, from 8 µs to 9 µs");
        assertThat(runs.noVerdict()).startsWith("jlbh.txt has 2 percentile tables");
        assertThat(metric(runs, 99.9).a()).hasValue(54_000);
        assertThat(runs.metrics()).noneMatch(one -> one.metric().label().equals("p99.99"));
    }

    @Test
    void shouldReadTheProbeOfJlbhThatIsNamed() throws Exception {
        RecordedSet probe = read(named("parse"), file("jlbh.txt"));
        String closed = Files.readString(file("jlbh.txt")).replace("co-ordinated:true", "co-ordinated:false");
        RecordedSet uncorrected = read(named("parse"), text(closed, scratch.resolve("closed.txt")));

        assertThat(probe.valueNs(50)).hasValue(305);
        assertThat(probe.facts()).containsEntry("target throughput", "10000/s");
        assertRefused("the sides must come from one tool", () -> compare(probe, uncorrected));
    }

    @Test
    void shouldReadBothFormsOfK6() throws Exception {
        RecordedSet handled = read(ANY, file("k6-handled.json"));
        RecordedSet exported = read(ANY, file("k6-exported.json"));
        RecordedComparison runs = compare(exported, handled);

        assertThat(metric(runs, 50).a()).hasValue(1_200_000);
        assertThat(metric(runs, 50).b()).hasValue(1_250_000);
        assertThat(metric(runs, 99.9).a()).isEmpty();
        assertThat(metric(runs, 99.9).b()).hasValue(21_125_000);
        assertThat(runs.metrics()).noneMatch(one -> one.metric().label().equals("p99"));
        assertThat(handled.side().count()).hasValue(60_000);
        assertThat(runs.limits()).first().asString().contains("does not name the executor");
        assertThat(read(named("http_req_waiting"), file("k6-exported.json")).valueNs(95))
                .hasValue(3_500_000);
        assertRefused("items does not", () -> read(named("items"), file("k6-handled.json")));
    }

    /** The oracle is the histogram that the library printed. */
    @Test
    void shouldReadWhatHdrHistogramPrints() throws Exception {
        Histogram histogram = new Histogram(3);
        for (int i = 1; i <= 100_000; i++) {
            histogram.recordValue(i);
        }
        for (boolean csv : new boolean[] {false, true}) {
            Path file = scratch.resolve("printed-" + csv);
            try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
                histogram.outputPercentileDistribution(out, 100, 1_000.0, csv);
            }
            RecordedSet set = read(in(ValueUnit.MS), file);
            assertThat((double) set.valueNs(99).orElseThrow()).isBetween(99e6, 99.3e6);
            assertThat((double) set.valueNs(50).orElseThrow()).isBetween(50e6, 50.3e6);
            assertThat(set.side().count()).hasValue(100_000);
            assertRefused("does not say the unit of its values: add --unit ns, us, ms or s.", () -> read(ANY, file));
        }
    }

    @Test
    void shouldRefuseTablesThatAreCutOffDamagedOrEmpty() throws Exception {
        String wrk2 = Files.readString(file("wrk2.txt"));
        int table = wrk2.indexOf("0.987500");
        assertRefused(
                "cut.txt is cut off: the row of the worst latency is missing.",
                () -> read(ANY, text(wrk2.substring(0, table), scratch.resolve("cut.txt"))));
        assertRefused(
                "is damaged: values must grow with the percentile",
                () -> read(ANY, text(wrk2.replace("4.703 ", "1.703 "), scratch.resolve("less.txt"))));
        assertRefused(
                "holds no percentiles: run wrk or wrk2 with --latency",
                () -> read(ANY, text("  9 requests in 1s\nRequests/sec: 9.0\n", scratch.resolve("plain.txt"))));
        assertRefused(
                "is damaged: a line of JLBH must have a value for each percentile",
                () -> read(
                        ANY,
                        text(
                                Files.readString(file("jlbh.txt")).replace("1,204 - 2,310", "1,204"),
                                scratch.resolve("jlbh-cut.txt"))));
        assertRefused("is empty.", () -> read(ANY, text(" \n", scratch.resolve("nothing"))));
        assertRefused("Cannot read", () -> read(ANY, scratch.resolve("missing")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{}", "[]", "[1, 2]", "{\"metrics\": 3}", "hello\nworld\n", "PK\u0003\u0004\u0000", "1.0 2.0 3.0"
            })
    void shouldRefuseWhatIsNoneOfTheKnownForms(String content) throws Exception {
        assertRefused(
                "holds no latencies in a form that is known",
                () -> read(ANY, text(content, scratch.resolve("foreign"))));
    }

    @Test
    void shouldSayWhereJsonIsCutOff() throws Exception {
        String json = Files.readString(file("k6-handled.json"));
        assertRefused(
                "is damaged or cut off: it is no JSON from line 8 on.",
                () -> read(ANY, text(json.substring(0, json.length() / 2), scratch.resolve("half.json"))));
    }

    @Test
    void shouldNeverMixTools() throws Exception {
        assertRefused(
                "the sides must come from one tool, because each counts latencies in its own way: wrk2 against wrk",
                () -> compare(read(ANY, file("wrk2.txt")), read(ANY, file("wrk.txt"))));
        assertRefused(
                "the files of wrk2.txt must hold the same: wrk2 in",
                () -> read(ANY, file("wrk2.txt"), file("wrk.txt")));
    }

    private static void assertRefused(String message, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(IncomparableException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void shouldReadATableBehindLinesOfALogThatBeginWithABracket() throws Exception {
        Path log = scratch.resolve("wrk2-with-log.txt");
        Files.writeString(log, "[main] INFO starting\n" + Files.readString(file("wrk2.txt")));

        assertThat(read(ANY, log).side().tool()).isEqualTo("wrk2");
    }
}
