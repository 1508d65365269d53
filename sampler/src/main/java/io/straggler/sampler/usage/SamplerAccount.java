package io.straggler.sampler.usage;

/** What the sampler says of itself. Counted on the sampler thread, read when that is over. */
public final class SamplerAccount {
    private long due;
    private long baseline;
    private long cappedIterations;
    private long unreadable;
    private Throwable broken;
    private long lateTotalNs;
    private long lateMaxNs;

    /** Captures were due, by timers: those are never late. */
    public void due(int captures) {
        due += captures;
    }

    public void dueForBaseline() {
        due++;
        baseline++;
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
        return due;
    }

    public long baselineDue() {
        return baseline;
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

    /** What went wrong, to follow another sentence; empty if nothing did. */
    public String troubles() {
        return (unreadable > 0 ? "; " + unreadable + " of the operating system's accounts could not be read" : "")
                + (broken != null ? "; it stopped working during the run: " + broken : "");
    }
}
