package io.straggler.compare.recorded;

import static io.straggler.compare.recorded.RecordedExamples.ANY;
import static io.straggler.compare.recorded.RecordedExamples.compare;
import static io.straggler.compare.recorded.RecordedExamples.in;
import static io.straggler.compare.recorded.RecordedExamples.log;
import static io.straggler.compare.recorded.RecordedExamples.logs;
import static io.straggler.compare.recorded.RecordedExamples.metric;
import static io.straggler.compare.recorded.RecordedExamples.named;
import static io.straggler.compare.recorded.RecordedExamples.read;
import static io.straggler.compare.recorded.RecordedExamples.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.RunFolder;
import io.straggler.WrittenRuns;
import io.straggler.compare.IncomparableException;
import io.straggler.compare.RunComparison;
import io.straggler.compare.RunSet;
import io.straggler.compare.Tasks;
import io.straggler.compare.result.RecordedComparison;
import io.straggler.diagnosis.statistics.Basis;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.diagnosis.statistics.Verdict;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.HdrHistogram.DoubleHistogram;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntervalLogTest {
    @TempDir
    private Path scratch;

    @Test
    void shouldFindAShiftBetweenSeveralRunsAndItsSize() throws Exception {
        RecordedComparison runs =
                compare(read(ANY, logs(scratch, "a", 6, 1, 1_000)), read(ANY, logs(scratch, "b", 6, 2, 1_300)));

        assertThat(runs.basis().orElseThrow().units()).isEqualTo(Basis.Units.FORKS);
        assertThat(runs.a().runs()).isEqualTo(6);
        assertThat(runs.a().count()).isEqualTo(6 * 30 * 400);
        for (double percentile : new double[] {50, 90, 99}) {
            Difference difference = metric(runs, percentile);
            assertThat(difference.verdict()).as("p%s", percentile).isEqualTo(Verdict.REGRESSED);
            assertThat(difference.relative().orElseThrow().low()).isGreaterThan(0.2);
            assertThat(difference.relative().orElseThrow().high()).isLessThan(0.4);
        }
        assertThat(runs.metrics()).allMatch(one -> one.metric() instanceof Metric.Percentile);
        assertThat(runs.noVerdict()).isEmpty();
    }

    /** One in twenty such comparisons finds something. */
    @Test
    void shouldSeldomFindAnythingBetweenRunsOfTheSame() throws Exception {
        int found = 0;
        for (int i = 0; i < 6; i++) {
            Path folder = Files.createDirectory(scratch.resolve("null" + i));
            RecordedComparison runs = compare(
                    read(ANY, logs(folder, "a", 4, 2 * i + 1, 1_000)),
                    read(ANY, logs(folder, "b", 4, 2 * i + 2, 1_000)));
            found += runs.metrics().stream()
                            .anyMatch(one -> one.verdict() == Verdict.REGRESSED || one.verdict() == Verdict.IMPROVED)
                    ? 1
                    : 0;
            assertThat(runs.basis()).isPresent();
        }
        assertThat(found).isLessThanOrEqualTo(1);
    }

    @Test
    void shouldResampleBlocksOfTimeOfOneLogASideAndSayWhatThatDoesNotCover() throws Exception {
        RecordedComparison runs = compare(
                read(ANY, log(scratch.resolve("a"), 1, 1_000, 60, "")),
                read(ANY, log(scratch.resolve("b"), 2, 1_300, 60, "")));

        assertThat(runs.basis().orElseThrow().units()).isEqualTo(Basis.Units.TIME_BLOCKS);
        assertThat(runs.basis().orElseThrow().sentence())
                .endsWith(
                        "With one log a side nothing is known of how much one run differs from the next: record several, and "
                                + "name them with commas between.");
        assertThat(metric(runs, 50).verdict()).isEqualTo(Verdict.REGRESSED);
    }

    /** The oracle: the logs of run folders, compared as files, give what the folders give. */
    @Test
    void shouldGiveTheMetricsOfTheRunFoldersThatTheLogsAreFrom() {
        List<RunFolder> before = new ArrayList<>();
        List<RunFolder> after = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            before.add(new WrittenRuns().seed(i + 1).write(scratch.resolve("before" + i)));
            after.add(new WrittenRuns().seed(i + 11).factor(1.1).write(scratch.resolve("after" + i)));
        }
        RecordedComparison files = compare(
                read(ANY, before.stream().map(RunFolder::latencyLog).toArray(Path[]::new)),
                read(ANY, after.stream().map(RunFolder::latencyLog).toArray(Path[]::new)));
        var folders = RunComparison.of(RunSet.read("a", before), RunSet.read("b", after), Tasks.SAME, "", 1)
                .comparison();

        assertThat(files.metrics()).hasSizeGreaterThanOrEqualTo(5);
        for (Difference file : files.metrics()) {
            Difference folder = folders.difference(file.metric()).orElseThrow();
            assertThat(file.a()).isEqualTo(folder.a());
            assertThat(file.b()).isEqualTo(folder.b());
            assertThat(file.relative()).isEqualTo(folder.relative());
        }
        assertThat(files.basis()).hasValue(folders.basis());
        assertThat(files.limits()).noneMatch(limit -> limit.contains("unit"));
    }

    @Test
    void shouldReadUnitsThatTheLogOrItsReaderSays() throws Exception {
        Path nanos = log(scratch.resolve("ns"), 1, 1_000_000, 60, "[Values are nanoseconds]");
        Path micros = log(scratch.resolve("us"), 1, 1_000, 60, "[Values are in microseconds]");
        Path unsaid = log(scratch.resolve("unsaid"), 1, 1_000, 60, "");

        double ns = read(ANY, nanos).valueNs(99).orElseThrow();
        assertThat((double) read(ANY, micros).valueNs(99).orElseThrow()).isBetween(0.995 * ns, 1.005 * ns);
        assertThat(read(in(ValueUnit.US), unsaid).valueNs(99))
                .isEqualTo(read(ANY, micros).valueNs(99));
        assertThat(read(in(ValueUnit.US), unsaid).notes()).isEmpty();
        assertThat(read(ANY, unsaid).notes()).singleElement().asString().contains("taken for nanoseconds");
        assertRefused(
                "says that its values are nanoseconds, so --unit us cannot be right",
                () -> read(in(ValueUnit.US), nanos));
    }

    @Test
    void shouldTakeTheSeriesThatIsNamedOrTheLatency() throws Exception {
        Path ours = log(scratch.resolve("ours"), 1, 1_000, 30, "", "service", "latency");
        Path other = log(scratch.resolve("other"), 1, 1_000, 30, "", "get", "put");

        assertThat(read(ANY, ours).side().series()).isEqualTo("latency");
        assertThat(read(named("put"), other).side().count()).isEqualTo(30 * 400);
        assertRefused("holds several series, so name one with --series: get, put", () -> read(ANY, other));
        assertRefused("has none by the name of del among its series: get, put", () -> read(named("del"), other));
        assertRefused(
                "the sides are different series: get against put. If that is what you want to compare, say --different-tasks.",
                () -> compare(read(named("get"), other), read(named("put"), other)));
    }

    @Test
    void shouldNotCountARunTwice() throws Exception {
        Path log = log(scratch.resolve("log"), 1, 1_000, 30, "");
        assertRefused(
                "each file of a side must be a different run: ",
                () -> read(ANY, log, scratch.resolve(".").resolve("log")));
    }

    @Test
    void shouldHaveNoVerdictOfTooFewIntervals() throws Exception {
        RecordedComparison runs = compare(
                read(ANY, log(scratch.resolve("a"), 1, 1_000, 1, "")),
                read(ANY, log(scratch.resolve("b"), 2, 2_000, 60, "")));

        assertThat(runs.basis()).isEmpty();
        assertThat(runs.noVerdict()).startsWith("a has 1 interval in all, and 10 are needed");
        assertThat(metric(runs, 50).a()).isPresent();
        assertThat(metric(runs, 50).relative()).isEmpty();
    }

    @Test
    void shouldLeaveOutLinesThatCannotBeReadAndCountThem() throws Exception {
        Path whole = log(scratch.resolve("whole"), 1, 1_000, 20, "");
        List<String> lines = Files.readAllLines(whole);
        String last = lines.get(lines.size() - 1);
        Path cut = text(
                String.join("\n", lines.subList(0, lines.size() - 1)) + "\n" + last.substring(0, 60),
                scratch.resolve("cut"));
        lines.set(8, lines.get(8).substring(0, 60));
        lines.set(10, "10:15:00.123 WARN something of another logger, which writes here, too");
        Path damaged = text(String.join("\n", lines), scratch.resolve("damaged"));

        RecordedSet rest = read(ANY, cut);
        assertThat(rest.side().count()).isEqualTo(19 * 400);
        assertThat(rest.notes())
                .contains(cut + ": 1 of its 20 intervals cannot be read and is left out: damaged, or cut off.");
        RecordedSet others = read(ANY, damaged);
        assertThat(others.side().count()).isEqualTo(18 * 400);
        assertThat(others.notes())
                .contains(damaged + ": 2 of its 20 intervals cannot be read and are left out: damaged, or cut off.");
        assertRefused(
                "holds no interval that can be read",
                () -> read(ANY, text("#[Histogram log format version 1.3]\n", scratch.resolve("begun"))));
    }

    @Test
    void shouldReadACompressedLogAsThePlainOne() throws Exception {
        Path plain = log(scratch.resolve("plain"), 1, 1_000, 20, "");
        Path compressed = scratch.resolve("plain.hlog.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
            Files.copy(plain, out);
        }

        RecordedSet expanded = read(ANY, compressed);
        assertThat(expanded.side().count()).isEqualTo(20 * 400);
        assertThat(expanded.valueNs(90)).isEqualTo(read(ANY, plain).valueNs(90));
    }

    @Test
    void shouldReadHistogramsThatAreNotCompressed() throws Exception {
        Histogram histogram = new Histogram(3);
        for (int i = 1; i <= 1_000; i++) {
            histogram.recordValue(i * 1_000);
        }
        ByteBuffer encoded = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoByteBuffer(encoded);
        String line = base64(encoded, length);

        RecordedSet read = read(ANY, text(line, scratch.resolve("plain")));

        assertThat(read.side().count()).isEqualTo(1_000);
        assertThat(read.valueNs(50).orElseThrow()).isEqualTo(histogram.getValueAtPercentile(50));
    }

    @Test
    void shouldSayThatALogHoldsDoubleHistograms() throws Exception {
        DoubleHistogram histogram = new DoubleHistogram(3);
        histogram.recordValue(0.5);
        ByteBuffer encoded = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(encoded);
        Path log = text(base64(encoded, length), scratch.resolve("doubles"));

        assertRefused("doubles holds double histograms, whose values are no whole numbers", () -> read(ANY, log));
    }

    private static String base64(ByteBuffer encoded, int length) {
        return "#[Histogram log format version 1.3]\n1.0,1.0,1.0,"
                + Base64.getEncoder().encodeToString(Arrays.copyOf(encoded.array(), length)) + "\n";
    }

    private static void assertRefused(String message, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(IncomparableException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }
}
