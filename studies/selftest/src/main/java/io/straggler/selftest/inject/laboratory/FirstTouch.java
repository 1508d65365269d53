package io.straggler.selftest.inject.laboratory;

import com.sun.jna.Pointer;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.LinuxCalls;
import io.straggler.selftest.inject.TimedInjector;
import io.straggler.selftest.inject.TruthLog;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes to memory that nobody has touched, one page after the other. */
public final class FirstTouch extends TimedInjector {
    private static final int PAGE_BYTES = 4096;

    /** Enough for the longest, at half a microsecond a page. */
    private static final long MAPPED_BYTES = 128L << 20;

    private @Nullable Pointer mapped;
    private @Nullable ByteBuffer memory;

    public FirstTouch() throws ImpossibleException {
        super(Nature.WORKS);
        ImpossibleException.ifMissing(LinuxCalls.missing());
        mapped = LinuxCalls.map(MAPPED_BYTES);
        if (mapped == null) {
            throw new ImpossibleException("needs fresh memory: mmap failed");
        }
        // The host of a virtual machine may only now find memory for it. That takes ten times a page fault, and nobody
        // in here sees it.
        mapped.setMemory(0, MAPPED_BYTES, (byte) 1);
        clearUp();
    }

    @Override
    public void warmUp() {
        map();
        for (int i = 0; i < 10_000 && memory != null; i++) {
            act(2_000);
        }
        clearUp();
    }

    @Override
    public void prepare(long sizeNs, long atNs) {
        map();
    }

    private void map() {
        mapped = LinuxCalls.map(MAPPED_BYTES);
        memory = mapped == null ? null : mapped.getByteBuffer(0, MAPPED_BYTES);
    }

    @Override
    public void inject(long sizeNs, TruthLog truth) throws Exception {
        if (memory != null) {
            super.inject(sizeNs, truth);
        }
    }

    @Override
    protected long act(long sizeNs) {
        long startNs = System.nanoTime();
        ByteBuffer fresh = Objects.requireNonNull(memory, "memory must be mapped");
        int last = fresh.capacity() - PAGE_BYTES;
        for (int at = 0; at <= last && System.nanoTime() - startNs < sizeNs; at += PAGE_BYTES) {
            fresh.put(at, (byte) 1);
        }
        return 0;
    }

    @Override
    public void clearUp() {
        memory = null;
        if (mapped != null) {
            LinuxCalls.unmap(mapped, MAPPED_BYTES);
            mapped = null;
        }
    }
}
