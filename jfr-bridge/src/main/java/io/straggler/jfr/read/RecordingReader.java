package io.straggler.jfr.read;

import io.straggler.jfr.chunk.ChunkChains;
import io.straggler.jfr.chunk.ChunkExtent;
import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.jfr.chunk.Problems;
import io.straggler.jfr.chunk.RecordedChunks;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.jfr.chunk.RecordingFiles;
import io.straggler.model.RecordedRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Reads recordings into the model: our events, the JVM's and async-profiler's stacks, of one process or of several whose
 * chunks follow each other in the file.
 *
 * <p>Damaged files are read as far as they go; what was lost is in {@link RecordedRun#problems()}. What did not fit into memory, or
 * is less exact than it looks, is in {@link RecordedRun#notes()}. Chunks are read one at
 * a time for each core, so memory is needed for what is kept, not for the file.
 */
public final class RecordingReader {
    private final String file;
    private final BoundedDetails details;
    private final StackDetail stackDetail;
    private final RecordedChunks chunks;
    private final List<ChunkExtent> extents;
    private final Problems problems;
    private final Set<String> notes = new LinkedHashSet<>();

    private RecordingReader(RecordedChunks chunks, BoundedDetails details, StackDetail stackDetail) {
        this.file = chunks.name();
        this.details = details;
        this.stackDetail = stackDetail;
        this.chunks = chunks;
        this.extents = chunks.extents();
        this.problems = chunks.problems();
        chunks.copies().ifPresent(copies -> problems.add(file + ": " + copies.sentence()));
    }

    /**
     * Reads a recording.
     *
     * @throws RecordingException when the file cannot be opened or is no JFR recording at all
     */
    public static RecordedRun read(Path file) {
        return read(file, StackDetail.METHODS);
    }

    /**
     * Reads a recording with the given detail of stacks.
     *
     * @throws RecordingException when the file cannot be opened or is no JFR recording at all
     */
    public static RecordedRun read(Path file, StackDetail detail) {
        try (RecordedChunks chunks = RecordedChunks.open(file)) {
            return new RecordingReader(chunks, asMuchAsFits(), detail).read();
        }
    }

    /**
     * Reads a recording of several files, which stay open.
     *
     * @throws RecordingException when none of the files is a JFR recording, or one cannot be read
     */
    public static RecordedRun read(RecordingFiles files, StackDetail detail) {
        try (RecordedChunks chunks = RecordedChunks.open(files)) {
            return new RecordingReader(chunks, asMuchAsFits(), detail).read();
        }
    }

    /** Reads a recording with room for a number of outliers and what belongs to them. */
    static RecordedRun read(Path file, BoundedDetails details) {
        try (RecordedChunks chunks = RecordedChunks.open(file)) {
            return new RecordingReader(chunks, details, StackDetail.METHODS).read();
        }
    }

    /**
     * Reads a recording on a number of threads, with memory for chunks that are read ahead; neither changes what is
     * read.
     */
    public static RecordedRun read(Path file, int threads, long mostBytesAhead) {
        try (RecordedChunks chunks = RecordedChunks.open(file, threads, mostBytesAhead)) {
            return new RecordingReader(chunks, asMuchAsFits(), StackDetail.METHODS).read();
        }
    }

    private static BoundedDetails asMuchAsFits() {
        return new BoundedDetails(
                Capacity.ofHeap(Runtime.getRuntime().maxMemory()).details());
    }

    /** Twice: which stacks and which evidence matter is known when all outliers are. */
    private RecordedRun read() {
        List<StragglerEvents> own = new ArrayList<>();
        chunks.readAll(number -> StragglerEvents::filter, (number, reading) -> {
            StragglerEvents events = details.chunk();
            own.add(events);
            reading.with(chunk -> chunk.events(events::consumer));
        });
        if (own.stream().allMatch(StragglerEvents::isEmpty)) {
            problems.add(
                    file + ": no straggler events; only what the JVM reported for all threads could be read, and its "
                            + "times are wall clock.");
        }
        if (!details.dropped().isEmpty()) {
            notes.add(file + ": " + details.dropped() + ".");
        }
        reportGaps(own);
        RunAssembler assembly = new RunAssembler(extents, own, stackDetail);
        Map<Integer, RunAssembler.ChunkSamples> others = new HashMap<>();
        Map<Integer, CorruptChunkException> damaged = new HashMap<>();
        chunks.readAll(
                number -> {
                    try {
                        RunAssembler.ChunkSamples samples = assembly.others(number);
                        others.put(number, samples);
                        return samples::filter;
                    } catch (CorruptChunkException e) {
                        // It costs this chunk, when its turn comes.
                        damaged.put(number, e);
                        return name -> null;
                    }
                },
                (number, reading) -> {
                    assembly.processOf(number).clock().jumps().forEach(jump -> notes.add(file + ", " + jump + "."));
                    reading.with(chunk -> {
                        CorruptChunkException damage = damaged.get(number);
                        if (damage != null) {
                            throw damage;
                        }
                        Objects.requireNonNull(others.remove(number), "a chunk is read once, after it was filtered")
                                .read(chunk);
                    });
                });
        return assembly.finish(file, problems, details.droppedOutliers(), notes);
    }

    private void reportGaps(List<StragglerEvents> own) {
        ChunkChains chains = new ChunkChains();
        for (int i = 0; i < extents.size(); i++) {
            chains.add(extents.get(i), own.get(i).pid);
        }
        chains.gaps().forEach(gap -> problems.add(file + ", " + gap + "."));
    }
}
