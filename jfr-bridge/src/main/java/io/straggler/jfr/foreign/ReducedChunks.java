package io.straggler.jfr.foreign;

import io.straggler.jfr.chunk.ChunkBuffer;
import io.straggler.jfr.chunk.ChunkExtent;
import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.jfr.keep.FilteredChunk;
import io.straggler.jfr.keep.RawChunk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;

/** Writes chunks of one file to another with some of their events. Threads: one. */
final class ReducedChunks {
    private static final long MOST_BUFFERED_BYTES = 32 << 20;

    private final FileChannel from;
    private final FileChannel to;
    private final ChunkBuffer buffer = new ChunkBuffer(MOST_BUFFERED_BYTES);

    ReducedChunks(FileChannel from, FileChannel to) {
        this.from = from;
        this.to = to;
    }

    /**
     * Adds a chunk. One that is too damaged is added as it is.
     *
     * @param positions where the fields of the events begin that stay, ascending
     */
    void add(ChunkExtent extent, int[] positions) {
        try {
            try {
                FilteredChunk.append(RawChunk.of(buffer.read(from, extent), extent), positions, to);
            } catch (CorruptChunkException e) {
                FilteredChunk.appendWhole(from, extent, to);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
