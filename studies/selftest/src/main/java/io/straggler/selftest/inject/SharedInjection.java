package io.straggler.selftest.inject;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** An injection by another process, reported through memory that both have mapped. One writer, one reader. */
public final class SharedInjection implements GapObserver.Injection {
    private static final int BYTES = 24;
    private static final int OVER = 0;
    private static final int FROM = 8;
    private static final int TO = 16;
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer memory;

    private SharedInjection(ByteBuffer memory) {
        this.memory = memory;
    }

    public static SharedInjection map(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new SharedInjection(channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES));
        }
    }

    public void expect() {
        LONGS.setRelease(memory, OVER, 0L);
    }

    public void done(long startNs, long endNs) {
        LONGS.setRelease(memory, FROM, startNs);
        LONGS.setRelease(memory, TO, endNs);
        LONGS.setRelease(memory, OVER, 1L);
    }

    @Override
    public boolean over() {
        return (long) LONGS.getAcquire(memory, OVER) == 1L;
    }

    @Override
    public long fromNs() {
        return (long) LONGS.getAcquire(memory, FROM);
    }

    @Override
    public long toNs() {
        return (long) LONGS.getAcquire(memory, TO);
    }
}
