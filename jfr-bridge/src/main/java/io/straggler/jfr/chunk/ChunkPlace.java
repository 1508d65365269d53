package io.straggler.jfr.chunk;

import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/**
 * Where a chunk can be read.
 *
 * @param file name for messages
 * @param channel of the file
 * @param extent of the chunk, or of a piece of a long one
 * @param constants types and constants of a piece; {@code null} for a chunk, which has its own
 */
record ChunkPlace(
        String file,
        FileChannel channel,
        ChunkExtent extent,
        @Nullable Constants constants) {
    /** Types and constants of a long chunk, in a file of their own that is laid out like a chunk. */
    record Constants(FileChannel channel, ChunkExtent extent) {}

    ChunkPlace piece(ChunkExtent of, Constants constants) {
        return new ChunkPlace(file, channel, of, constants);
    }
}
