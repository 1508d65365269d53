package io.straggler.jfr.chunk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The chunks of a file, found by their headers and, where a header's size is wrong, by searching for the next header. A JVM
 * that was killed, and async-profiler until it is done, leave headers that state a size of nothing or of far too much.
 */
public final class ChunkScan {
    private static final int SEARCH_BYTES = 64 << 10;

    private final FileChannel channel;
    private final String file;
    private final Consumer<String> problems;
    private final long fileBytes;

    /** Bytes that were read last: of a file that is damaged everywhere, a header is looked for every few bytes. */
    private ByteBuffer block = ByteBuffer.allocate(0);

    private long blockOffset;

    /**
     * A scan.
     *
     * @param file its name for messages
     */
    public ChunkScan(FileChannel channel, String file, Consumer<String> problems) throws IOException {
        this.channel = channel;
        this.file = file;
        this.problems = problems;
        this.fileBytes = channel.size();
    }

    /**
     * Finds the chunks that can be decoded, in order of offset, and reports the others.
     *
     * @throws RecordingException when the file does not begin like a recording
     */
    public List<ChunkExtent> chunks() throws IOException {
        requireMagic();
        List<ChunkExtent> found = new ArrayList<>();
        Optional<String> older = Optional.empty();
        long offset = 0;
        while (offset < fileBytes) {
            if (!headerAt(offset)) {
                long begin = offset;
                older = older.isPresent() ? older : ChunkExtent.olderFormat(read(offset, ChunkExtent.HEADER_BYTES));
                // A chunk of an unknown version may hold copies of its header.
                long next = nextHeader(offset + 1, header -> header.endsAChunkFrom(begin));
                problem(offset, "no chunk begins here, " + (next - offset) + " bytes skipped");
                offset = next;
                continue;
            }
            ChunkExtent stated = ChunkExtent.parse(read(offset, ChunkExtent.HEADER_BYTES), offset);
            long end = endOf(stated);
            long bytes = end - offset;
            if (!stated.decodableWithin(bytes)) {
                problem(offset, "chunk is incomplete, its types or constants are missing: " + bytes + " bytes lost");
            } else {
                if (bytes != stated.sizeBytes()) {
                    problem(
                            offset,
                            "chunk is incomplete, read as far as it goes: " + bytes + " bytes there, "
                                    + stated.sizeBytes() + " stated");
                }
                found.add(stated.withSize(bytes));
            }
            offset = end;
        }
        if (found.isEmpty() && older.isPresent()) {
            throw new RecordingException(file + " was written by " + older.get()
                    + ", and recordings are read from JDK 11 on: JDK Mission Control opens it.");
        }
        return found;
    }

    /** Where a chunk really ends: where it says, unless the file ends or another chunk begins before. */
    private long endOf(ChunkExtent stated) throws IOException {
        long end = stated.offsetBytes() + stated.sizeBytes();
        boolean plausible = stated.sizeBytes() >= ChunkExtent.HEADER_BYTES && end > 0 && end <= fileBytes;
        if (plausible && (end == fileBytes || headerAt(end))) {
            return end;
        }
        long next = nextHeader(stated.offsetBytes() + ChunkExtent.HEADER_BYTES, header -> header.copyOf(stated));
        return plausible ? Math.min(end, next) : next;
    }

    private void requireMagic() throws IOException {
        ByteBuffer first = read(0, Integer.BYTES);
        if (first.remaining() < Integer.BYTES || first.getInt(first.position()) != ChunkExtent.MAGIC) {
            throw new RecordingException("Not a flight recording: " + file
                    + (fileBytes == 0 ? " is empty." : " does not begin with the signature of one."));
        }
    }

    private boolean headerAt(long offset) throws IOException {
        return ChunkExtent.beginsAt(read(offset, ChunkExtent.HEADER_BYTES));
    }

    /** The offset of the first header at or after {@code offset} that is not a copy within a chunk, or the file's end. */
    private long nextHeader(long offset, Predicate<ChunkExtent> copy) throws IOException {
        long last = fileBytes - ChunkExtent.HEADER_BYTES;
        for (long at = offset; at <= last; at++) {
            ByteBuffer header = read(at, ChunkExtent.HEADER_BYTES);
            while (header.remaining() > ChunkExtent.HEADER_BYTES && header.get(header.position()) != 'F') {
                header.position(header.position() + 1);
                at++;
            }
            if (ChunkExtent.beginsAt(header) && !copy.test(ChunkExtent.parse(header, at))) {
                return at;
            }
        }
        return fileBytes;
    }

    /** At least {@code bytes} from {@code offset}, and what else has been read behind them; fewer at the file's end. */
    private ByteBuffer read(long offset, int bytes) throws IOException {
        long end = Math.min(fileBytes, offset + bytes);
        if (offset < blockOffset || end > blockOffset + block.limit()) {
            block = readBlock(offset, bytes + SEARCH_BYTES);
            blockOffset = offset;
        }
        return block.position((int) Math.min(block.limit(), offset - blockOffset));
    }

    private ByteBuffer readBlock(long offset, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.max(0, Math.min(bytes, fileBytes - offset)));
        while (buffer.hasRemaining() && channel.read(buffer, offset + buffer.position()) >= 0) {
            // A file that shrinks meanwhile ends the loop.
        }
        return buffer.flip();
    }

    private void problem(long offset, String what) {
        problems.accept(file + ", offset " + offset + ": " + what + ".");
    }
}
