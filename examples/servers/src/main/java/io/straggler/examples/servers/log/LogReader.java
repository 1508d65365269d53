package io.straggler.examples.servers.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads a log from its beginning, while another process writes it. For one thread. */
public final class LogReader implements Closeable {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final Path folder;
    private final ByteBuffer unread = ByteBuffer.allocateDirect(BUFFER_BYTES).limit(0);
    private FileChannel segment;
    private long first;
    private long next;

    /** @param folder that need not exist yet */
    public LogReader(Path folder) {
        this.folder = folder;
    }

    /** The next records, in their order: as many as there are, and no more than a number. Waits for none. */
    public List<byte[]> poll(int atMost) throws IOException {
        List<byte[]> records = new ArrayList<>();
        while (records.size() < atMost && available()) {
            byte[] record = new byte[unread.getInt()];
            unread.get(record);
            records.add(record);
            next++;
        }
        return records;
    }

    /** Whether all of the next record is in the buffer. */
    private boolean available() throws IOException {
        // A file that begins with the next record says that the one before it is complete, and was read.
        return buffered() || fill() || begin() && fill();
    }

    private boolean buffered() {
        return unread.remaining() >= Segment.LENGTH_BYTES
                && unread.remaining() >= Segment.LENGTH_BYTES + unread.getInt(unread.position());
    }

    private boolean fill() throws IOException {
        if (segment == null) {
            return false;
        }
        unread.compact();
        segment.read(unread);
        unread.flip();
        return buffered();
    }

    private boolean begin() throws IOException {
        Path file = Segment.file(folder, next);
        if (segment != null && next == first || !Files.exists(file)) {
            return false;
        }
        close();
        segment = FileChannel.open(file);
        first = next;
        return true;
    }

    @Override
    public void close() throws IOException {
        if (segment != null) {
            segment.close();
        }
    }
}
