package io.straggler.sampler.linux;

import java.nio.ByteBuffer;

/**
 * Sleeps without parking, so that a flight recording with the parks of the measured program holds none of Straggler's.
 * Each thread has separate memory for it.
 */
public final class NativeSleep {
    private static final ThreadLocal<NativeSleep> OF_THREAD = ThreadLocal.withInitial(NativeSleep::new);

    private final ByteBuffer instant = NativeThread.buffer(2 * Long.BYTES);
    private final long address = NativeThread.address(instant);

    private NativeSleep() {}

    /** Sleeps for about so long; for less if a signal comes. Allocates nothing but at a thread's first call. */
    public static void sleep(long ns) {
        NativeSleep own = OF_THREAD.get();
        NativeThread.sleepUntil(System.nanoTime() + ns, own.instant, own.address);
    }
}
