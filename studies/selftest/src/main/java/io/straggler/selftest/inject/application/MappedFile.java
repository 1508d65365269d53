package io.straggler.selftest.inject.application;

import com.sun.jna.Function;
import com.sun.jna.NativeLong;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A large file that is mapped into memory anew for every injection, once or several times. Its pages are in the system's cache or not. */
final class MappedFile implements AutoCloseable {
    private static final int BYTES = 64 * 1024 * 1024;
    private static final int DROP = 4;
    private static final int CHUNK = 1024 * 1024;

    private final Path path;
    private final RandomAccessFile file;
    private final List<MappedByteBuffer> mapped = new ArrayList<>();

    MappedFile(Path path) throws IOException {
        this.path = path;
        file = new RandomAccessFile(path.toFile(), "rw");
        try {
            byte[] chunk = new byte[CHUNK];
            for (int at = 0; at < BYTES; at += CHUNK) {
                chunk[0]++;
                file.write(chunk);
            }
            file.getFD().sync();
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    RandomAccessFile file() {
        return file;
    }

    /** Maps it, several times at once. What was mapped before must not be used any more. */
    List<MappedByteBuffer> map(int times) throws IOException {
        unmap();
        for (int i = 0; i < times; i++) {
            mapped.add(file.getChannel().map(FileChannel.MapMode.READ_ONLY, 0, BYTES));
        }
        return List.copyOf(mapped);
    }

    /** Takes its pages out of the system's cache, and maps it once. */
    List<MappedByteBuffer> mapFromDisk() throws IOException {
        unmap();
        Function open = Function.getFunction("c", "open");
        int descriptor = open.invokeInt(new Object[] {path.toString(), 0});
        Function.getFunction("c", "posix_fadvise")
                .invokeInt(new Object[] {descriptor, new NativeLong(0), new NativeLong(0), DROP});
        Function.getFunction("c", "close").invokeInt(new Object[] {descriptor});
        return map(1);
    }

    void unmap() {
        mapped.forEach(MappedFile::free);
        mapped.clear();
    }

    /** Gives memory outside of the heap back at once. The buffer must not be used any more. */
    static void free(ByteBuffer buffer) {
        try {
            Cleaner.INVOKE.invoke(Cleaner.UNSAFE, buffer);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a buffer must be freed: " + e, e);
        }
    }

    /** The only way to free a buffer on both JDK 17 and 25. By reflection, as compilers warn of it. */
    private static final class Cleaner {
        private static final Object UNSAFE;
        private static final Method INVOKE;

        static {
            try {
                Class<?> type = Class.forName("sun.misc.Unsafe");
                Field field = type.getDeclaredField("theUnsafe");
                field.setAccessible(true);
                UNSAFE = field.get(null);
                INVOKE = type.getMethod("invokeCleaner", ByteBuffer.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    /** Deletes the file. */
    @Override
    public void close() {
        unmap();
        try {
            file.close();
        } catch (IOException e) {
            // It ends with the process.
        }
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // It stays with the other files of the run.
        }
    }
}
