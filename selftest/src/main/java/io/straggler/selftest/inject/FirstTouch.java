package io.straggler.selftest.inject;

import com.sun.jna.Pointer;
import io.straggler.selftest.Fault;
import java.nio.ByteBuffer;

/** Writes to memory that nobody has touched, one page after the other. */
final class FirstTouch implements Injector {
    private static final int PAGE_BYTES = 4096;

    /** Enough for the longest, at half a microsecond a page. */
    private static final long MAPPED_BYTES = 128L << 20;

    private Pointer mapped;
    private ByteBuffer memory;

    FirstTouch() throws ImpossibleException {
        LinuxCalls.require();
        mapped = LinuxCalls.map(MAPPED_BYTES);
        if (mapped == null) {
            throw new ImpossibleException("needs fresh memory: mmap failed");
        }
        clearUp();
    }

    @Override
    public Fault fault() {
        return Fault.FIRST_TOUCH;
    }

    @Override
    public void prepare(Cue cue, long intendedNs) {
        mapped = LinuxCalls.map(MAPPED_BYTES);
        memory = mapped == null ? null : mapped.getByteBuffer(0, MAPPED_BYTES);
    }

    @Override
    public void inject(Cue cue, Sheet sheet) {
        if (memory == null) {
            return;
        }
        long startNs = System.nanoTime();
        long endNs = startNs;
        int last = memory.capacity() - PAGE_BYTES;
        for (int at = 0; at <= last && endNs - startNs < cue.sizeNs(); at += PAGE_BYTES) {
            memory.put(at, (byte) 1);
            endNs = System.nanoTime();
        }
        sheet.add(Fault.FIRST_TOUCH, endNs - startNs);
        sheet.end(startNs, endNs);
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
