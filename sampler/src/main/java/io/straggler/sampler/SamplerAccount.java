package io.straggler.sampler;

import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;

/** What the sampler says of itself. Counted on the sampler thread, read when that is over. */
final class SamplerAccount {
    private long signals;
    private long baseline;
    private long cappedIterations;
    private long unreadable;
    private Throwable broken;
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

    /** Nothing is captured any more. */
    void broke(Throwable thrown) {
        broken = thrown;
    }

    SamplerSummary summary(SamplerMode mode, String why, long armDelayNs, long taken) {
        String story = why
                + (unreadable > 0 ? "; " + unreadable + " of the operating system's accounts could not be read" : "")
                + (broken != null ? "; it stopped working during the run: " + broken : "");
        return new SamplerSummary(
                mode, story, armDelayNs, signals, taken, baseline, cappedIterations, lateTotalNs, lateMaxNs);
    }
}
