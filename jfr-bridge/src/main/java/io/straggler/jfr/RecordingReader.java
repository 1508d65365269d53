package io.straggler.jfr;

import io.straggler.model.RecordedRun;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads recordings into the model: our events, the JVM's and async-profiler's stacks, of one process or of several whose
 * chunks follow each other in the file.
 *
 * <p>Damaged files are read as far as they go; what was lost is told in {@link RecordedRun#problems()}. Chunks are mapped one at
 * a time, so memory is needed for what is kept, not for the file.
 */
public final class RecordingReader {
    private final Path file;
    private final FileChannel channel;
    private final Set<String> problems = new LinkedHashSet<>();

    private RecordingReader(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Reads a recording.
     *
     * @throws RecordingException when the file cannot be opened or is no JFR recording at all
     */
    public static RecordedRun read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new RecordingException("recording must be an existing file: file=" + file);
        }
        try (FileChannel channel = FileChannel.open(file)) {
            return new RecordingReader(file, channel).read();
        } catch (IOException e) {
            throw new RecordingException("recording must be readable: file=" + file + ", error=" + e.getMessage(), e);
        }
    }

    private RecordedRun read() throws IOException {
        List<ChunkExtent> extents = new ChunkScan(channel, file, problems::add).chunks();
        List<OwnEvents> own = new ArrayList<>();
        Capacity capacity = Capacity.ofHeap(Runtime.getRuntime().maxMemory());
        KeptDetails details = new KeptDetails(capacity.details());
        for (ChunkExtent extent : extents) {
            OwnEvents events = details.chunk();
            withChunk(extent, chunk -> chunk.events(events::consumer));
            own.add(events);
        }
        if (own.stream().allMatch(OwnEvents::isEmpty)) {
            problems.add(
                    file + ": no straggler events; only what the JVM reported for all threads could be read, and its "
                            + "times are wall clock.");
        }
        if (!details.dropped().isEmpty()) {
            problems.add(file + ": " + details.dropped() + ".");
        }
        Assembly assembly = new Assembly(extents, own, capacity);
        for (int i = 0; i < extents.size(); i++) {
            MeasuredProcess process = assembly.processOf(i);
            ClockMap clock = process.clockFor(extents.get(i));
            withChunk(extents.get(i), chunk -> assembly.readOthers(chunk, process, clock));
        }
        return assembly.finish(file, problems);
    }

    private void withChunk(ChunkExtent extent, Consumer<Chunk> action) throws IOException {
        Chunk chunk = null;
        String place = file + ", offset " + extent.offsetBytes() + ": ";
        try {
            chunk = Chunk.map(channel, extent);
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
