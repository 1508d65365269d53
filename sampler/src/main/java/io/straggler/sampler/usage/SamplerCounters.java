package io.straggler.sampler.usage;

import org.jspecify.annotations.Nullable;

/** Counts that the sampler keeps about itself. Counted on the sampler thread, read when that is over. */
public final class SamplerCounters {
    private long due;
    private volatile long dueWhileIdle;
    private long normalSamples;
    private long cappedIterations;
    private long unreadable;
    private @Nullable Throwable broken;
    private long lateTotalNs;
    private long lateMaxNs;

    /** Captures were due, by timers: those are never late. */
    public void due(int captures) {
        due += captures;
    }

    public void dueForNormalSample() {
        due++;
        normalSamples++;
    }

    /** A capture was due while nothing was in flight. On the pacing thread. */
    public void dueWhileIdle() {
        dueWhileIdle = dueWhileIdle + 1;
    }

    /** A capture was asked for, so much later than it was due. */
    public void sent(long lateNs) {
        due++;
        lateTotalNs += lateNs;
        lateMaxNs = Math.max(lateMaxNs, lateNs);
    }

    public void capped() {
        cappedIterations++;
    }

    public void unread() {
        unreadable++;
    }

    /** Nothing is captured or reported any more. */
    public void broke(Throwable thrown) {
        broken = thrown;
    }

    public long allDue() {
        return due + dueWhileIdle;
    }

    public long normalSamplesDue() {
        return normalSamples;
    }

    public long cappedIterations() {
        return cappedIterations;
    }

    public long lateTotalNs() {
        return lateTotalNs;
    }

    public long lateMaxNs() {
        return lateMaxNs;
    }

    /** Returns what went wrong, to follow another sentence; empty if nothing did. */
    public String troubles() {
        return (unreadable > 0 ? "; " + unreadable + " readings of scheduler statistics failed" : "")
                + (broken != null ? "; it stopped working during the run: " + broken : "");
    }
}
