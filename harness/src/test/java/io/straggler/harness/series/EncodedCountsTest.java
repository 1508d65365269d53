package io.straggler.harness.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.straggler.model.LatencyCounts;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.HdrHistogram.DoubleHistogram;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class EncodedCountsTest {
    private static final int SEEDS = 60;
    private static final int INTERVALS = 2_000;

    /** Strings and numbers of a line; no buffer and no inflater. */
    private static final long MAX_INTERVAL_BYTES = 2_048;

    private final EncodedCounts histograms = new EncodedCounts();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        histograms.close();
    }

    private static byte[] encoded(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        return Arrays.copyOf(buffer.array(), histogram.encodeIntoCompressedByteBuffer(buffer));
    }

    /** Any histogram but that of a wide range and many digits, of which the library makes 50 MB. */
    private static Histogram random(SplittableRandom random) {
        int digits = random.nextInt(6);
        long lowest = 1L << random.nextInt(12);
        long highest = lowest * 2 << random.nextInt(digits > 3 ? 20 : 40);
        Histogram histogram = new Histogram(lowest, highest, digits);
        for (int i = random.nextInt(300); i > 0; i--) {
            histogram.recordValueWithCount(random.nextLong(highest) >> random.nextInt(40), 1 + random.nextInt(1_000));
        }
        return histogram;
    }

    /** HdrHistogram's own iterator, in buckets of a run's histograms. */
    private static LatencyCounts byTheLibrary(Histogram histogram) {
        TreeMap<Long, Long> counts = new TreeMap<>();
        histogram
                .recordedValues()
                .forEach(value -> counts.merge(
                        LatencyCounts.bucketEnd(value.getValueIteratedTo()),
                        value.getCountAtValueIteratedTo(),
                        Long::sum));
        return new LatencyCounts(
                counts.keySet().stream().mapToLong(Long::longValue).toArray(),
                counts.values().stream().mapToLong(Long::longValue).toArray());
    }

    private static void shouldBeEqual(LatencyCounts counts, LatencyCounts expected, long seed) {
        assertThat(counts.valuesNs()).as("seed %d", seed).isEqualTo(expected.valuesNs());
        assertThat(counts.counts()).as("seed %d", seed).isEqualTo(expected.counts());
    }

    @Test
    void shouldCountWhatTheLibraryCounts() throws IOException {
        for (long seed = 0; seed < SEEDS; seed++) {
            Histogram histogram = random(new SplittableRandom(seed));

            shouldBeEqual(histograms.read(encoded(histogram)).orElseThrow(), byTheLibrary(histogram), seed);
        }
    }

    @Test
    void shouldKnowThePercentilesThatTheLibraryKnows() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Histogram histogram = SeriesRecorder.newHistogram();
            SplittableRandom random = new SplittableRandom(seed);
            random.longs(1 + random.nextInt(500), 0, 1 + random.nextLong(1_000_000_000))
                    .forEach(histogram::recordValue);

            var figures = CountedInterval.of(histogram).figures();

            assertThat(figures.count()).isEqualTo(histogram.getTotalCount());
            assertThat(figures.p50Ns()).as("seed %d", seed).isEqualTo(histogram.getValueAtPercentile(50));
            assertThat(figures.p99Ns()).as("seed %d", seed).isEqualTo(histogram.getValueAtPercentile(99));
            assertThat(figures.maxNs()).as("seed %d", seed).isEqualTo(histogram.getMaxValue());
            assertThat(CountedInterval.of(histogram).histogram()).isEqualTo(histogram);
        }
    }

    @Test
    void shouldPassOverHistogramsOfNumbersThatAreNotWhole() throws IOException {
        DoubleHistogram histogram = new DoubleHistogram(2);
        histogram.recordValue(0.5);
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);

        assertThat(histograms.read(Arrays.copyOf(buffer.array(), length))).isEmpty();
    }

    @Test
    void shouldReadOnAfterADamagedHistogram() throws IOException {
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Histogram histogram = random(random);
            byte[] cutOff = Arrays.copyOf(encoded(histogram), encoded(histogram).length - 1 - random.nextInt(8));
            ByteBuffer.wrap(cutOff).putInt(Integer.BYTES, cutOff.length - 2 * Integer.BYTES);
            try {
                histograms.read(cutOff);
            } catch (IOException e) {
                assertThat(e).hasMessage("histogram must be whole");
            }

            shouldBeEqual(histograms.read(encoded(histogram)).orElseThrow(), byTheLibrary(histogram), seed);
        }
    }

    /** A log of a day has a hundred thousand intervals, of a hundred bytes each. */
    @Test
    void shouldAllocateLittleForEachInterval() throws IOException {
        Histogram histogram = SeriesRecorder.newHistogram();
        histogram.recordValue(1_000);
        Path file = log(Collections.nCopies(INTERVALS, line("latency", 0, histogram)));
        allocatedBytes(file); // Classes are loaded.

        assertThat(allocatedBytes(file) / INTERVALS).isLessThan(MAX_INTERVAL_BYTES);
    }

    private static long allocatedBytes(Path log) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(id);
        LatencyLog.read(log).forEachCounted(interval -> {});
        return threads.getThreadAllocatedBytes(id) - before;
    }

    @Test
    void shouldRefuseWhateverIsDamaged() {
        byte[] whole = encoded(random(new SplittableRandom(3)));
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 2_000; i++) {
            byte[] damaged = Arrays.copyOf(whole, random.nextInt(4) == 0 ? random.nextInt(whole.length) : whole.length);
            if (damaged.length > 0) {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                histograms.read(damaged);
            } catch (IOException e) {
                assertThat(e).hasMessageNotContaining("\n");
            }
        }
    }

    private Path log(List<String> lines) throws IOException {
        return Files.write(folder.resolve("a.hlog"), lines, StandardCharsets.UTF_8);
    }

    private static String line(String tag, int second, Histogram histogram) {
        return "Tag=" + tag + "," + (1_700_000_000 + second) + ".000,1.000,1.0,"
                + Base64.getEncoder().encodeToString(encoded(histogram));
    }

    /** The library makes 50 MB for each line: minutes for these, which take milliseconds. */
    @Test
    @Timeout(60)
    void shouldReadManyDigitsOfAnyRange() throws IOException {
        Histogram wide = new Histogram(1, Long.MAX_VALUE, 5);
        wide.recordValue(1_000);
        wide.recordValue(Long.MAX_VALUE / 2);
        String line = line("latency", 0, wide);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            lines.add(line);
        }

        LogSummary summary = LogSummary.of(LatencyLog.read(log(lines)), List.of());

        assertThat(summary.counts("latency").counts()).containsExactly(3_000, 3_000);
        assertThat(summary.series().get(0).maxNs()).isGreaterThanOrEqualTo(SeriesRecorder.HIGHEST_NS);
    }

    @Test
    void shouldRefuseTooManySeries() throws IOException {
        Histogram histogram = SeriesRecorder.newHistogram();
        histogram.recordValue(1_000);
        String one = line("t", 0, histogram);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i <= EncodedIntervals.MAX_SERIES; i++) {
            lines.add(one.replace("Tag=t", "Tag=t" + i));
        }
        Path file = log(lines);

        assertThatThrownBy(() -> LogSummary.of(LatencyLog.read(file), List.of()))
                .isInstanceOf(IOException.class)
                .hasMessage("there must be no more than 2,000 series in a log");
        assertThat(LogSummary.of(LatencyLog.read(log(lines.subList(1, lines.size()))), List.of())
                        .series())
                .hasSize(EncodedIntervals.MAX_SERIES);
    }
}
