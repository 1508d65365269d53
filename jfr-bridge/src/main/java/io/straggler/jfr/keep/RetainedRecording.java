package io.straggler.jfr.keep;

import io.straggler.jfr.chunk.ChunkBuffer;
import io.straggler.jfr.chunk.ChunkExtent;
import io.straggler.jfr.chunk.ChunkFile;
import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.jfr.chunk.Recordings;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The recording that chunks are added to, as they are or with some of their events. Each is written to a file beside it first, so
 * that the recording never ends in half a chunk.
 */
final class RetainedRecording {
    private static final long MAX_BUFFERED_BYTES = 32 << 20;

    private final Path target;
    private final Path beside;
    private final Consumer<String> problems;
    private final ChunkBuffer buffer = new ChunkBuffer(MAX_BUFFERED_BYTES);

    RetainedRecording(Path target, Path beside, Consumer<String> problems) {
        this.target = target;
        this.beside = beside;
        this.problems = problems;
    }

    /** Does something with each chunk that can be read; a damaged one is reported. */
    void withChunks(ChunkFile file, Consumer<RawChunk> action) {
        for (ChunkExtent extent : file.chunks()) {
            try (FileChannel channel = FileChannel.open(file.path())) {
                action.accept(RawChunk.of(buffer.read(channel, extent), extent));
            } catch (IOException e) {
                problems.accept(file.name() + " could not be read: " + e + ".");
            } catch (CorruptChunkException e) {
                problems.accept(file.name() + ", offset " + extent.offsetBytes() + ": chunk is damaged: "
                        + e.getMessage() + ".");
            }
        }
    }

    /**
     * Adds a file as it is.
     *
     * @return whether it could be written
     */
    boolean add(ChunkFile file) {
        return append(file.path(), file.name());
    }

    /**
     * Adds the chosen events of a file's chunks. A chunk that is too damaged for choosing is added as it is.
     *
     * @param choice makes the choice for a chunk
     * @param added learns where each chunk that was added can be read on its own, during the call
     * @return whether all of it could be written
     */
    boolean add(ChunkFile file, ChunkChoice choice, Consumer<Path> added) {
        boolean all = true;
        for (ChunkExtent extent : file.chunks()) {
            try (FileChannel from = FileChannel.open(file.path())) {
                writeBeside(from, extent, choice);
            } catch (IOException e) {
                problems.accept("A part of the recording could not be kept: " + file.name() + ", " + e + ".");
                all = false;
                continue;
            }
            if (append(beside, file.name())) {
                added.accept(beside);
            } else {
                all = false;
            }
        }
        return all;
    }

    /** Chooses among the events of a chunk. */
    interface ChunkChoice {
        Predicate<RawEvent> of(RawChunk chunk);
    }

    private void writeBeside(FileChannel from, ChunkExtent extent, ChunkChoice choice) throws IOException {
        try (FileChannel to = FileChannel.open(
                beside,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING,
                LinkOption.NOFOLLOW_LINKS)) {
            try {
                RawChunk chunk = RawChunk.of(buffer.read(from, extent), extent);
                FilteredChunk.append(chunk, choice.of(chunk), to);
            } catch (CorruptChunkException e) {
                FilteredChunk.appendWhole(from, extent, to);
            }
        }
    }

    private boolean append(Path chunks, String name) {
        try {
            Recordings.append(target, chunks);
            return true;
        } catch (RecordingException e) {
            problems.accept("A part of the recording could not be kept: " + name + ", " + reason(e) + ".");
            // A file that is no recording cannot be added another time, either.
            return !(e.getCause() instanceof IOException);
        }
    }

    private static @Nullable String reason(RecordingException e) {
        return e.getCause() == null ? e.getMessage() : e.getCause().toString();
    }

    /** Its size so far. */
    long bytes() {
        try {
            return Files.exists(target) ? Files.size(target) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    /** Removes what lies beside it. */
    void finish() {
        try {
            Files.deleteIfExists(beside);
        } catch (IOException e) {
            problems.accept("A temporary file was left behind: " + beside + ".");
        }
    }
}
