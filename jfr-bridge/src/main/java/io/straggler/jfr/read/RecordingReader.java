package io.straggler.jfr.read;

import io.straggler.jfr.chunk.Chunk;
import io.straggler.jfr.chunk.ChunkChains;
import io.straggler.jfr.chunk.ChunkExtent;
import io.straggler.jfr.chunk.ChunkScan;
import io.straggler.jfr.chunk.ChunksAhead;
import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.model.RecordedRun;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads recordings into the model: our events, the JVM's and async-profiler's stacks, of one process or of several whose
 * chunks follow each other in the file.
 *
 * <p>Damaged files are read as far as they go; what was lost is told in {@link RecordedRun#problems()}. Chunks are read one at
 * a time for each core, so memory is needed for what is kept, not for the file.
 */
public final class RecordingReader {
    /** More would have to wait for what puts together what they read. */
    private static final int MOST_THREADS = 4;

    private final Path file;
    private final Set<String> problems = new LinkedHashSet<>();

    private RecordingReader(Path file) {
        this.file = file;
    }

    /**
     * Reads a recording.
     *
     * @throws RecordingException when the file cannot be opened or is no JFR recording at all
     */
    public static RecordedRun read(Path file) {
        Runtime jvm = Runtime.getRuntime();
        return read(file, Math.min(MOST_THREADS, jvm.availableProcessors()), jvm.maxMemory() / 8);
    }

    /** The same on so many threads, with so much memory for chunks that are read ahead; neither changes what is read. */
    public static RecordedRun read(Path file, int threads, long mostBytesAhead) {
        if (!Files.isRegularFile(file)) {
            throw new RecordingException("recording must be an existing file: file=" + file);
        }
        try (FileChannel channel = FileChannel.open(file)) {
            RecordingReader reader = new RecordingReader(file);
            List<ChunkExtent> extents = new ChunkScan(channel, file, reader.problems::add).chunks();
            try (ChunksAhead chunks = new ChunksAhead(channel, extents, threads, mostBytesAhead)) {
                return reader.read(extents, chunks);
            }
        } catch (IOException e) {
            throw new RecordingException("recording must be readable: file=" + file + ", error=" + e.getMessage(), e);
        }
    }

    /** Twice: which stacks and which evidence matter is known when all outliers are. */
    private RecordedRun read(List<ChunkExtent> extents, ChunksAhead chunks) throws IOException {
        List<StragglerEvents> own = new ArrayList<>();
        Capacity capacity = Capacity.ofHeap(Runtime.getRuntime().maxMemory());
        KeptDetails details = new KeptDetails(capacity.details());
        chunks.readAll(number -> StragglerEvents::filter, (number, opening) -> {
            StragglerEvents events = details.chunk();
            own.add(events);
            withChunk(extents.get(number), opening, chunk -> chunk.events(events::consumer));
        });
        if (own.stream().allMatch(StragglerEvents::isEmpty)) {
            problems.add(
                    file + ": no straggler events; only what the JVM reported for all threads could be read, and its "
                            + "times are wall clock.");
        }
        if (!details.dropped().isEmpty()) {
            problems.add(file + ": " + details.dropped() + ".");
        }
        tellOfGaps(extents, own);
        RunAssembler assembly = new RunAssembler(extents, own, capacity);
        Map<Integer, RunAssembler.Others> others = new HashMap<>();
        Map<Integer, CorruptChunkException> damaged = new HashMap<>();
        chunks.readAll(
                number -> {
                    try {
                        others.put(number, assembly.others(number));
                        return others.get(number)::filter;
                    } catch (CorruptChunkException e) {
                        // It costs this chunk, when its turn comes.
                        damaged.put(number, e);
                        return name -> null;
                    }
                },
                (number, opening) -> {
                    assembly.processOf(number).clock().jumps().forEach(jump -> problems.add(file + ", " + jump + "."));
                    withChunk(extents.get(number), opening, chunk -> {
                        if (damaged.containsKey(number)) {
                            throw damaged.get(number);
                        }
                        others.remove(number).read(chunk);
                    });
                });
        return assembly.finish(file, problems);
    }

    private void tellOfGaps(List<ChunkExtent> extents, List<StragglerEvents> own) {
        ChunkChains chains = new ChunkChains();
        for (int i = 0; i < extents.size(); i++) {
            chains.add(extents.get(i), own.get(i).pid);
        }
        chains.gaps().forEach(gap -> problems.add(file + ", " + gap + "."));
    }

    private void withChunk(ChunkExtent extent, ChunksAhead.Opening opening, Consumer<Chunk> action) throws IOException {
        Chunk chunk = null;
        String place = file + ", offset " + extent.offsetBytes() + ": ";
        try {
            chunk = opening.chunk();
            action.accept(chunk);
        } catch (CorruptChunkException e) {
            problems.add(place + "chunk is damaged and was read up to there: " + e.getMessage() + ".");
        }
        if (chunk != null && chunk.undecodable() > 0) {
            problems.add(place + "chunk has events that cannot be read: " + chunk.undecodable() + " lost.");
        }
        if (chunk != null && chunk.brokenPools()) {
            problems.add(place + "chunk has damaged constants: names of methods and threads were lost.");
        }
    }
}
