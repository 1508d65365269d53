package io.straggler.harness;

import io.straggler.model.NanoClock;

/** A clock that advances by a fixed step on each reading, and by jumps. For one thread. */
final class FakeClock implements NanoClock {
    private final long stepNs;
    private long nowNs;
    private Runnable onReading = () -> {};

    FakeClock(long nowNs, long stepNs) {
        this.nowNs = nowNs;
        this.stepNs = stepNs;
    }

    void jump(long ns) {
        nowNs += ns;
    }

    /** Done at every reading, before the clock is read. */
    void onReading(Runnable action) {
        onReading = action;
    }

    @Override
    public long nanoTime() {
        onReading.run();
        nowNs += stepNs;
        return nowNs;
    }
}
