package io.straggler.jfr.chunk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The chunks of a file, found by their headers alone, wherever the file lies. It ends before the first chunk that is not in order, such as one that
 * another does not follow where it says: what comes from there on, {@link ChunkScan} finds.
 */
public final class ChunkHeaders {
    private ChunkHeaders() {}

    /** Bytes of a file. */
    public interface Bytes {
        /** Fills {@code into} from a position on; the file is known to hold as much. */
        void read(long position, byte[] into) throws IOException;
    }

    /** The chunks that are in order, from the first on. */
    public static List<ChunkExtent> of(Bytes file, long fileBytes) throws IOException {
        List<ChunkExtent> chunks = new ArrayList<>();
        ChunkExtent next = headerAt(file, fileBytes, 0);
        while (next != null) {
            long endBytes = next.offsetBytes() + next.sizeBytes();
            ChunkExtent after = endBytes == fileBytes ? null : headerAt(file, fileBytes, endBytes);
            boolean inOrder = next.sizeBytes() >= ChunkExtent.HEADER_BYTES
                    && next.sizeBytes() <= ChunkScan.LONGEST_BYTES
                    && next.decodableWithin(next.sizeBytes())
                    && (after != null || endBytes == fileBytes);
            if (!inOrder) {
                return chunks;
            }
            chunks.add(next);
            next = after;
        }
        return chunks;
    }

    /** {@code null} for none. */
    private static ChunkExtent headerAt(Bytes file, long fileBytes, long offset) throws IOException {
        if (offset < 0 || offset > fileBytes - ChunkExtent.HEADER_BYTES) {
            return null;
        }
        byte[] header = new byte[ChunkExtent.HEADER_BYTES];
        file.read(offset, header);
        ByteBuffer buffer = ByteBuffer.wrap(header);
        return ChunkExtent.beginsAt(buffer) ? ChunkExtent.parse(buffer, offset) : null;
    }
}
