package io.straggler.selftest.inject.fault;

import com.sun.jna.Pointer;
import io.straggler.sampler.linux.LinuxCalls;
import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.PlannedInjection;
import io.straggler.selftest.inject.RunDelay;
import io.straggler.selftest.inject.TruthLog;
import java.nio.ByteBuffer;

/** Writes to memory that nobody has touched, one page after the other. */
public final class FirstTouch implements Injector {
    private static final int PAGE_BYTES = 4096;

    /** Enough for the longest, at half a microsecond a page. */
    private static final long MAPPED_BYTES = 128L << 20;

    private final RunDelay runDelay = new RunDelay();
    private Pointer mapped;
    private ByteBuffer memory;

    public FirstTouch() throws ImpossibleException {
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
    public Fault fault() {
        return Fault.FIRST_TOUCH;
    }

    @Override
    public void warmUp() {
        map();
        for (int i = 0; i < 10_000 && memory != null; i++) {
            touch(memory, System.nanoTime(), 2_000);
        }
        clearUp();
    }

    @Override
    public void prepare(PlannedInjection injection, long intendedNs) {
        map();
    }

    private void map() {
        mapped = LinuxCalls.map(MAPPED_BYTES);
        memory = mapped == null ? null : mapped.getByteBuffer(0, MAPPED_BYTES);
    }

    @Override
    public void inject(PlannedInjection injection, TruthLog truth) {
        if (memory == null) {
            return;
        }
        runDelay.begin();
        long startNs = System.nanoTime();
        long endNs = touch(memory, startNs, injection.sizeNs());
        runDelay.worked(Fault.FIRST_TOUCH, startNs, endNs, truth);
    }

    private static long touch(ByteBuffer memory, long startNs, long sizeNs) {
        long nowNs = startNs;
        int last = memory.capacity() - PAGE_BYTES;
        for (int at = 0; at <= last && nowNs - startNs < sizeNs; at += PAGE_BYTES) {
            memory.put(at, (byte) 1);
            nowNs = System.nanoTime();
        }
        return nowNs;
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
