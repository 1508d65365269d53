package io.straggler.sampler;

import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;

/** What the sampler says of itself. Counted on the sampler thread, read when that is over. */
final class SamplerAccount {
    private long signals;
    private long baseline;
    private long cappedIterations;
    private long unreadable;
    private long lateTotalNs;
    private long lateMaxNs;

    void sent(long lateNs) {
        signals++;
        lateTotalNs += lateNs;
        lateMaxNs = Math.max(lateMaxNs, lateNs);
    }

    void sentBaseline() {
        signals++;
        baseline++;
    }

    void capped() {
        cappedIterations++;
    }

    void unread() {
        unreadable++;
    }

    /** Readings of the operating system's account that failed: the thread ended in between. */
    long unreadable() {
        return unreadable;
    }

    SamplerSummary summary(SamplerMode mode, String why, long armDelayNs, long taken) {
        return new SamplerSummary(
                mode, why, armDelayNs, signals, taken, baseline, cappedIterations, lateTotalNs, lateMaxNs);
    }
}
