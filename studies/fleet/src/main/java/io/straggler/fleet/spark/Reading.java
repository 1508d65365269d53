package io.straggler.fleet.spark;

import io.straggler.fleet.FleetRequest;
import io.straggler.fleet.PathPattern;
import io.straggler.fleet.RangeReader;
import io.straggler.fleet.SourceReader;
import io.straggler.fleet.SourceSummary;
import io.straggler.fleet.UnusableSourceException;
import io.straggler.harness.Threshold;
import io.straggler.jfr.foreign.Condition;
import io.straggler.jfr.foreign.IterationQuery;
import io.straggler.jfr.foreign.RecordingRange;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.io.IOUtils;

/**
 * How recordings are read, in a form that travels to where they are read.
 *
 * @param event of recordings of any program; empty to read only runs of Straggler
 * @param where what its events have to be
 * @param threshold from which duration on they are outliers
 * @param pattern what folders mean; empty for nothing
 * @param rangeBytes recordings of any program that are longer are read in ranges of at least this length
 * @param sinceEpochMs when they are read
 */
record Reading(String event, List<String> where, String threshold, String pattern, long rangeBytes, long sinceEpochMs)
        implements Serializable {
    /** Reads something of a recording. */
    interface Read<T> {
        T of(Path file) throws UnusableSourceException, IOException;
    }

    /** Reads a range of a file. */
    interface RangeRead<T> {
        T of(Path file, RecordingRange range) throws UnusableSourceException, IOException;
    }

    static Reading of(FleetRequest request, long rangeBytes) {
        request.path().ifPresent(PathPattern::new);
        return new Reading(
                request.query().map(IterationQuery::event).orElse(""),
                request.query()
                        .map(query -> query.where().stream()
                                .map(condition -> condition.field() + "=" + condition.value())
                                .toList())
                        .orElse(List.of()),
                request.threshold().toString(),
                request.path().orElse(""),
                rangeBytes,
                System.currentTimeMillis());
    }

    /** Of what is known of a recording, as long as it is not written again, and is read in the same way. */
    String key(Source source) {
        return source.key(event.isEmpty() ? "" : event + " " + where + " " + threshold);
    }

    /** Of what is known until recordings are read the next time. */
    String attemptKey(Source source) {
        return key(source) + "\n" + sinceEpochMs;
    }

    /** Whether a recording is read by several tasks. Those of our own runs hold little but what has to do with outliers, which one task needs together. */
    boolean inRanges(Source source) {
        return !event.isEmpty() && !source.isFolder() && source.bytes() > rangeBytes;
    }

    private IterationQuery query() {
        return new IterationQuery(event, where.stream().map(Condition::of).toList(), Optional.empty());
    }

    /** Reads one recording. */
    SourceSummary read(Source source) throws UnusableSourceException, IOException {
        SourceReader reader = new SourceReader(
                event.isEmpty() ? Optional.empty() : Optional.of(query()), Threshold.parse(threshold), rangeBytes);
        if (isHere(source)) {
            return reader.read(Path.of(source.name()), source.name());
        }
        org.apache.hadoop.fs.Path from = new org.apache.hadoop.fs.Path(source.place());
        return inTemporaryFolder(folder -> {
            Path copy = folder.resolve(from.getName());
            FileSystems.inTask(from).copyToLocalFile(false, from, new org.apache.hadoop.fs.Path(copy.toUri()), true);
            return reader.read(copy, source.name());
        });
    }

    /** What reads a recording in ranges. */
    RangeReader ranges() {
        return new RangeReader(query(), Threshold.parse(threshold));
    }

    /** Where a recording is divided; only the headers of its chunks are read for that. */
    List<RecordingRange> rangesOf(Source source) throws IOException {
        org.apache.hadoop.fs.Path from = new org.apache.hadoop.fs.Path(source.place());
        try (FSDataInputStream in = FileSystems.inTask(from).open(from)) {
            return RangeReader.ranges(in::readFully, source.bytes(), rangeBytes);
        }
    }

    /** Reads a range of a recording; from another file system by way of a copy of the range. */
    static <T> T read(Source source, RecordingRange range, RangeRead<T> read)
            throws UnusableSourceException, IOException {
        if (isHere(source)) {
            return read.of(Path.of(source.name()), range);
        }
        org.apache.hadoop.fs.Path from = new org.apache.hadoop.fs.Path(source.place());
        return inTemporaryFolder(folder -> {
            Path copy = folder.resolve(from.getName());
            try (FSDataInputStream in = FileSystems.inTask(from).open(from);
                    OutputStream out = Files.newOutputStream(copy)) {
                in.seek(range.fromBytes());
                IOUtils.copyBytes(in, out, range.toBytes() - range.fromBytes(), false);
            }
            return read.of(copy, range.alone());
        });
    }

    private static boolean isHere(Source source) {
        return source.place().startsWith("file:/");
    }

    /** Does something in a folder that is deleted afterwards. */
    static <T> T inTemporaryFolder(Read<T> read) throws UnusableSourceException, IOException {
        Path folder = Files.createTempDirectory("straggler-fleet-");
        try {
            return read.of(folder);
        } finally {
            delete(folder);
        }
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path one : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(one);
            }
        }
    }
}
