package io.straggler.sampler.linux;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A thread's sleep whose end other threads can postpone, so that it does not wake up for what they have done in its place. Sleeps without parking, as {@link NativeSleep} does.
 *
 * <p>Source: {@code timerfd_create(2)}.
 *
 * <p>Threads: {@link #sleep} for one, {@link #postpone} for any, one at a time.
 */
public final class PostponableSleep implements AutoCloseable {
    private static final int SETTING_BYTES = 4 * Long.BYTES;

    private final long timer;
    private final ByteBuffer own = NativeThread.buffer(SETTING_BYTES);
    private final long ownAddress = NativeThread.address(own);
    private final ByteBuffer others = NativeThread.buffer(SETTING_BYTES);
    private final long othersAddress = NativeThread.address(others);
    private final ByteBuffer expired = NativeThread.buffer(Long.BYTES);
    private final long expiredAddress = NativeThread.address(expired);

    /** Instant at which the sleep ends, on the clock of {@link System#nanoTime}. */
    private volatile long dueNs;

    /** Instant until which that may be postponed; {@link Long#MIN_VALUE} for not at all. */
    private volatile long latestNs = Long.MIN_VALUE;

    private PostponableSleep(long timer) {
        this.timer = timer;
    }

    /** Null where the system has no such timers, or no more of them. */
    public static @Nullable PostponableSleep open() {
        long timer = NativeThread.available() ? NativeThread.openTimer() : -1;
        return timer < 0 ? null : new PostponableSleep(timer);
    }

    /**
     * Sleeps; for less if a signal comes. Allocates nothing.
     *
     * @param untilNs when it ends
     * @param lastNs until when others may postpone that
     * @return when it was to end at last
     */
    public long sleep(long untilNs, long lastNs) {
        latestNs = Long.MIN_VALUE;
        dueNs = untilNs;
        set(untilNs, own, ownAddress);
        latestNs = lastNs;
        NativeThread.awaitTimer(timer, expiredAddress);
        latestNs = Long.MIN_VALUE;
        return dueNs;
    }

    /** Lets the sleeping thread sleep until then, unless it wakes up later anyway, or has to wake up. Allocates nothing. */
    public void postpone(long untilNs) {
        long lastNs = latestNs;
        long atNs = Math.min(untilNs, lastNs);
        if (lastNs != Long.MIN_VALUE && atNs - dueNs > 0) {
            dueNs = atNs;
            set(atNs, others, othersAddress);
        }
    }

    private void set(long atNs, ByteBuffer setting, long address) {
        setting.putLong(2 * Long.BYTES, atNs / NativeThread.NANOS_PER_SECOND);
        setting.putLong(3 * Long.BYTES, atNs % NativeThread.NANOS_PER_SECOND);
        NativeThread.setFileTimer(timer, address);
    }

    @Override
    public void close() {
        NativeThread.close(timer);
    }
}
