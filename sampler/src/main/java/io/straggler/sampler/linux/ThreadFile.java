package io.straggler.sampler.linux;

import java.io.Closeable;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A small file of a thread, read again and again by the C library without allocating. It stays open while {@link DescriptorShare} has room; beyond that it is opened for
 * each reading, which takes some microseconds more. For one thread.
 */
public final class ThreadFile implements Closeable {
    private static final long NONE = -1;

    /** The path, ended by a zero; kept because its address is used. */
    private final ByteBuffer path;

    private final long pathAddress;
    private final DescriptorShare share;
    private long file;

    private ThreadFile(String path, DescriptorShare share) {
        this.path = NativeThread.path(path);
        this.pathAddress = NativeThread.address(this.path);
        this.share = share;
        this.file = NativeThread.open(pathAddress);
    }

    /** Opens a file; null if it cannot be opened. */
    public static @Nullable ThreadFile open(String path) {
        return open(path, DescriptorShare.ofThisProcess());
    }

    static @Nullable ThreadFile open(String path, DescriptorShare share) {
        ThreadFile opened = new ThreadFile(path, share);
        if (opened.file < 0) {
            return null;
        }
        if (!share.take()) {
            NativeThread.close(opened.file);
            opened.file = NONE;
        }
        return opened;
    }

    /**
     * Reads it from its begin.
     *
     * @param address where the bytes go
     * @return how many there were; 0 or less if it cannot be read, because the thread has ended or the process has no descriptor left
     */
    public int read(long address, int most) {
        if (file >= 0) {
            return NativeThread.read(file, address, most);
        }
        long once = NativeThread.open(pathAddress);
        if (once < 0) {
            return 0;
        }
        int length = NativeThread.read(once, address, most);
        NativeThread.close(once);
        return length;
    }

    @Override
    public void close() {
        if (file >= 0) {
            NativeThread.close(file);
            file = NONE;
            share.give();
        }
    }
}
