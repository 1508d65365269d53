package io.straggler.fleet;

import io.straggler.foreign.ForeignAnalysis;
import io.straggler.foreign.RecordedLatencies;
import io.straggler.harness.Threshold;
import io.straggler.jfr.chunk.ChunkHeaders;
import io.straggler.jfr.foreign.ForeignRecording;
import io.straggler.jfr.foreign.IterationQuery;
import io.straggler.jfr.foreign.OutlierRecords;
import io.straggler.jfr.foreign.OutlierTally;
import io.straggler.jfr.foreign.RecordedIterations;
import io.straggler.jfr.foreign.RecordingRange;
import io.straggler.jfr.foreign.SampleType;
import io.straggler.jfr.foreign.SlowIterations;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a long recording of any program in ranges of its chunks, each of which may be read on another machine. Its summary is that which {@link SourceReader} makes
 * of the whole.
 *
 * <p>There are three rounds, because one asks for what the last has found in the whole recording: {@link #latencies}, {@link #outliers} at the threshold that these give,
 * and {@link #reduce}, which writes the events of these outliers. What was written of all ranges is a recording, mostly a small one, from which
 * {@link #conclude} makes the summary.
 */
public final class RangeReader {
    /**
     * A range has at least so many bytes: five or six of the chunks that a JVM writes, which take seconds to read, so that starting a task for them hardly matters; and
     * an hour of a busy program, which writes some MB a minute, is several.
     */
    public static final long RANGE_BYTES = 64L << 20;

    private final IterationQuery query;
    private final Threshold threshold;

    /** The same as those of {@link SourceReader}. */
    public RangeReader(IterationQuery query, Threshold threshold) {
        this.query = query;
        this.threshold = threshold;
    }

    /**
     * Where a recording is divided.
     *
     * @param fileBytes how long it is
     * @param rangeBytes of each range but the last, at least
     */
    public static List<RecordingRange> ranges(ChunkHeaders.Bytes file, long fileBytes, long rangeBytes)
            throws IOException {
        return RecordingRange.of(ChunkHeaders.of(file, fileBytes), fileBytes, rangeBytes);
    }

    static List<RecordingRange> ranges(Path file, long rangeBytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            return ranges((position, into) -> read(channel, position, into), channel.size(), rangeBytes);
        }
    }

    private static void read(FileChannel channel, long position, byte[] into) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(into);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                throw new EOFException("file became shorter while it was read");
            }
        }
    }

    /** What tells a recording from others, however it is read. */
    static String digest(Path file, long rangeBytes) throws IOException {
        List<String> digests = new ArrayList<>();
        for (RecordingRange range : ranges(file, rangeBytes)) {
            digests.add(ContentDigest.ofPart(file, range.fromBytes(), range.toBytes()));
        }
        return ContentDigest.ofParts(digests);
    }

    /**
     * The first round: all latencies of a range.
     *
     * @param file that holds the range, and perhaps others
     */
    public FirstReadings latencies(Path file, RecordingRange range) throws UnusableSourceException {
        return SourceReader.explained(() -> {
            try (ForeignRecording recording = ForeignRecording.open(file, range)) {
                return new FirstReadings(
                        RecordedLatencies.of(recording, query),
                        ContentDigest.ofPart(file, range.fromBytes(), Math.min(range.toBytes(), Files.size(file))));
            }
        });
    }

    /**
     * Which iterations of the whole recording are outliers.
     *
     * @param first of all ranges
     * @param name what users know the recording by
     */
    public OutlierLimits limits(FirstReadings first, String name) throws UnusableSourceException {
        return SourceReader.explained(() -> {
            RecordedLatencies latencies = first.latencies();
            latencies.iterations(name, query);
            try {
                long thresholdNs = latencies.thresholdNs(threshold);
                return new OutlierLimits(thresholdNs, latencies.leastNs(thresholdNs));
            } catch (IllegalArgumentException e) {
                throw new UnusableSourceException(SourceReader.firstLine(e), e);
            }
        });
    }

    /** The second round: the outliers of a range. */
    public OutlierTally outliers(Path file, RecordingRange range, OutlierLimits limits) throws UnusableSourceException {
        return SourceReader.explained(() -> {
            try (ForeignRecording recording = ForeignRecording.open(file, range)) {
                return recording.outliers(query, limits.thresholdNs(), limits.leastNs());
            }
        });
    }

    /**
     * The third round: writes what of a range is needed for the outliers.
     *
     * @param first of all ranges, with their outliers
     * @param to a new file
     */
    public ReducedRange reduce(Path file, RecordingRange range, FirstReadings first, String name, Path to)
            throws UnusableSourceException {
        return SourceReader.explained(() -> {
            try (ForeignRecording recording = ForeignRecording.open(file, range);
                    FileChannel out = FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                Map<SampleType, Long> sampled = recording.reduce(
                        query,
                        first.latencies().iterations(name, query),
                        first.outliers().outliers(),
                        out);
                return new ReducedRange(sampled, recording.problems());
            }
        });
    }

    /**
     * Makes the summary.
     *
     * @param reduced what was written of all ranges, one after the other
     * @param first of all ranges, with their outliers
     * @param ranges what the last round left besides
     */
    public SourceSummary conclude(Path reduced, FirstReadings first, List<ReducedRange> ranges, String name)
            throws UnusableSourceException {
        return SourceReader.explained(() -> {
            RecordedIterations iterations = first.latencies().iterations(name, query);
            SlowIterations slow = first.outliers().outliers();
            Map<SampleType, Long> sampled = new EnumMap<>(SampleType.class);
            Set<String> problems = new LinkedHashSet<>();
            for (ReducedRange range : ranges) {
                range.sampled().forEach((type, count) -> sampled.merge(type, count, Long::sum));
                problems.addAll(range.problems());
            }
            OutlierRecords records;
            try (ForeignRecording recording = ForeignRecording.open(reduced)) {
                records = recording.around(query, iterations, slow).withSampled(sampled);
            }
            ForeignAnalysis foreign =
                    ForeignAnalysis.of(name, query, threshold, first.latencies(), slow, records, List.copyOf(problems));
            return SourceReader.summary(foreign.analysis(), foreign.intervals(), first.digest(), name);
        });
    }
}
