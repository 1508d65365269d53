package io.straggler.jfr.chunk;

import io.straggler.model.file.UnnamedFile;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A chunk that is longer than what is to be in memory, or can be mapped, at once, as pieces that are not. Its types and constants, to which events refer from everywhere, are copied to a
 * file of their own; a piece is a part of the events with whatever lies between them.
 *
 * <pre>
 * chunk      header  events  checkpoint  events  metadata  events  checkpoint
 * pieces            [events  checkpoint  eve] [nts  metadata  events  checkpoint]
 * constants  header  metadata  checkpoint  checkpoint
 * </pre>
 */
final class LongChunk {
    /** Length in bytes of what can be mapped at once. */
    static final long MAX_BYTES = Integer.MAX_VALUE;

    /** Length in bytes of a piece. Long ones are few, and each of them finds the places of all constants anew. */
    static final long PIECE_BYTES = 1 << 30;

    private static final int BLOCK_BYTES = 1 << 20;

    /** Length in bytes, at most, of five numbers: what a checkpoint begins with. */
    private static final int HEAD_BYTES = 45;

    private final ChunkPlace whole;
    private final ChunkExtent extent;
    private final Consumer<String> problems;
    private ByteBuffer block = ByteBuffer.allocate(0);
    private long blockAt;

    /**
     * A long chunk.
     *
     * @param problems gets what cannot be read, a sentence each
     */
    LongChunk(ChunkPlace whole, Consumer<String> problems) {
        this.whole = whole;
        this.extent = whole.extent();
        this.problems = problems;
    }

    /**
     * Pieces that together have all events; none if types or constants are damaged or too long.
     *
     * @param constants empty; gets types and constants
     * @param pieceBytes length of a piece
     */
    List<ChunkPlace> pieces(UnnamedFile constants, long pieceBytes) throws IOException {
        try {
            copyConstants(constants);
            if (constants.content().size() <= MAX_BYTES) {
                requireTypes(constants.content());
            }
        } catch (CorruptChunkException e) {
            problem("chunk has damaged types or constants, without which one of that length cannot be read: "
                    + extent.sizeBytes() + " bytes lost");
            return List.of();
        }
        if (constants.content().size() > MAX_BYTES) {
            problem(
                    "chunk has more than 2 GB of constants and was skipped; record with maxchunksize=1g, or chunksize=1g: "
                            + extent.sizeBytes() + " bytes lost");
            return List.of();
        }
        return pieces(constants.content(), pieceBytes);
    }

    /** Types without which no piece can be read are told once, and not by every piece. */
    private void requireTypes(FileChannel constants) throws IOException {
        ByteBuffer copied = constants.map(FileChannel.MapMode.READ_ONLY, 0, constants.size());
        Chunk.of(copied, extent.ofConstants(constants.size()), new KnownTypes());
    }

    private void copyConstants(UnnamedFile to) throws IOException {
        to.append(whole.file(), new ByteArrayInputStream(new byte[ChunkExtent.HEADER_BYTES]));
        copyEvent(extent.metadataOffsetBytes(), to);
        long at = extent.poolOffsetBytes();
        copyEvent(at, to);
        for (long distance = distanceToEarlier(at); distance != 0; distance = distanceToEarlier(at)) {
            if (distance > 0 || at + distance < ChunkExtent.HEADER_BYTES) {
                throw new CorruptChunkException("checkpoint must follow an earlier one: delta=" + distance);
            }
            at += distance;
            copyEvent(at, to);
        }
    }

    private long distanceToEarlier(long checkpoint) throws IOException {
        ChunkBytes head = head(checkpoint);
        head.readVarlong(); // size
        if (head.readVarlong() != ChunkWalk.CHECKPOINT) {
            throw new CorruptChunkException("checkpoint must lie here: offset=" + (extent.offsetBytes() + checkpoint));
        }
        head.readVarlong(); // start
        head.readVarlong(); // duration
        return head.readVarlong();
    }

    private void copyEvent(long at, UnnamedFile to) throws IOException {
        to.append(whole.file(), whole.channel(), extent.offsetBytes() + at, sizeOf(at));
    }

    /** Events from border to border. Damage ends the last piece, whose reader tells it. */
    private List<ChunkPlace> pieces(FileChannel constants, long pieceBytes) throws IOException {
        List<ChunkPlace> pieces = new ArrayList<>();
        long from = ChunkExtent.HEADER_BYTES;
        long at = from;
        long next = nextEvent(at);
        while (next > at) {
            if (at > from && next - from > pieceBytes) {
                pieces.add(piece(constants, from, at));
                from = at;
            }
            at = next;
            if (at - from > MAX_BYTES) {
                from = at; // One checkpoint, which has been copied; events are not that long.
            }
            next = nextEvent(at);
        }
        long end = at == extent.sizeBytes() ? at : Math.min(extent.sizeBytes(), at + BLOCK_BYTES);
        if (end > from) {
            pieces.add(piece(constants, from, Math.min(end, from + MAX_BYTES)));
        }
        return pieces;
    }

    /** Begin of the event behind one; the begin of that itself at the end, or where it is damaged. */
    private long nextEvent(long at) throws IOException {
        try {
            return at < extent.sizeBytes() ? at + sizeOf(at) : at;
        } catch (CorruptChunkException e) {
            return at;
        }
    }

    private ChunkPlace piece(FileChannel constants, long from, long to) throws IOException {
        return whole.piece(
                extent.piece(from, to), new ChunkPlace.Constants(constants, extent.ofConstants(constants.size())));
    }

    private long sizeOf(long at) throws IOException {
        long size = head(at).readVarlong();
        if (size < 2 || size > extent.sizeBytes() - at) {
            throw new CorruptChunkException(
                    "event must lie within its chunk: sizeBytes=" + size + ", offset=" + (extent.offsetBytes() + at));
        }
        return size;
    }

    /** Begin of an event, from a block that is read for many of them. */
    private ChunkBytes head(long at) throws IOException {
        int wanted = (int) Math.min(HEAD_BYTES, extent.sizeBytes() - at);
        if (at < blockAt || at + wanted > blockAt + block.limit()) {
            block = readBlock(at);
            blockAt = at;
        }
        return new ChunkBytes(block.slice((int) (at - blockAt), wanted));
    }

    private ByteBuffer readBlock(long at) throws IOException {
        ByteBuffer read = ByteBuffer.allocate((int) Math.min(BLOCK_BYTES, extent.sizeBytes() - at));
        while (read.hasRemaining()) {
            if (whole.channel().read(read, extent.offsetBytes() + at + read.position()) < 0) {
                throw new EOFException("file became shorter while it was read");
            }
        }
        return read.flip();
    }

    private void problem(String what) {
        problems.accept(whole.file() + ", offset " + extent.offsetBytes() + ": " + what + ".");
    }
}
