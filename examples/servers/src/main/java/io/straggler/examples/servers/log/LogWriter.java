package io.straggler.examples.servers.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Appends records to a new log. When a file is full it is forced to the disk, and the next one begins. For one thread. */
public final class LogWriter implements Closeable {
    private static final int LONGEST_RECORD = 1024;

    private final Path folder;
    private final long segmentBytes;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(Segment.LENGTH_BYTES + LONGEST_RECORD);
    private FileChannel segment;
    private long writtenBytes;
    private long next;

    /**
     * @param folder new or empty
     * @param segmentBytes a file that has so many is full
     */
    public LogWriter(Path folder, long segmentBytes) throws IOException {
        this.folder = Files.createDirectories(folder);
        this.segmentBytes = segmentBytes;
        this.segment = open(0);
    }

    private FileChannel open(long firstRecord) throws IOException {
        return FileChannel.open(
                Segment.file(folder, firstRecord), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    public void append(byte[] record) throws IOException {
        if (writtenBytes >= segmentBytes) {
            roll();
        }
        buffer.clear().putInt(record.length).put(record).flip();
        writtenBytes += buffer.remaining();
        while (buffer.hasRemaining()) {
            segment.write(buffer);
        }
        next++;
    }

    private void roll() throws IOException {
        segment.force(true);
        segment.close();
        segment = open(next);
        writtenBytes = 0;
    }

    @Override
    public void close() throws IOException {
        segment.close();
    }
}
