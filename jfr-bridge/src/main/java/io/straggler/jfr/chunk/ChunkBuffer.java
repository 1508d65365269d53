package io.straggler.jfr.chunk;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Memory for one chunk at a time, used again for the next: a mapping would stay until the garbage collector finds it. */
public final class ChunkBuffer {
    /** Bytes read at once: they are copied, and a slice is still in the processor's cache then. */
    private static final int SLICE = 256 << 10;

    private final long mostBytes;
    private ByteBuffer memory = ByteBuffer.allocate(0);

    /** @param mostBytes of memory that it takes; longer chunks are mapped after all */
    public ChunkBuffer(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** A chunk's bytes, valid until the next call. */
    public ByteBuffer read(FileChannel channel, ChunkExtent extent) throws IOException {
        if (extent.sizeBytes() > mostBytes) {
            return channel.map(FileChannel.MapMode.READ_ONLY, extent.offsetBytes(), extent.sizeBytes());
        }
        int size = (int) extent.sizeBytes();
        if (memory.capacity() < size) {
            memory = ByteBuffer.allocate((int) Math.min(mostBytes, size + size / 8));
        }
        ByteBuffer bytes = memory.slice(0, size);
        while (bytes.position() < size) {
            bytes.limit(Math.min(size, bytes.position() + SLICE));
            if (channel.read(bytes, extent.offsetBytes() + bytes.position()) < 0) {
                throw new EOFException("file became shorter while it was read");
            }
        }
        return bytes.flip();
    }
}
