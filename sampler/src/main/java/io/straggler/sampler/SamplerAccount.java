package io.straggler.sampler;

/** What the sampler says of itself. Counted on the sampler thread, read when that is over. */
final class SamplerAccount {
    private long due;
    private long baseline;
    private long cappedIterations;
    private long unreadable;
    private Throwable broken;
    private long lateTotalNs;
    private long lateMaxNs;

    /** Captures were due, by timers: those are never late. */
    void due(int captures) {
        due += captures;
    }

    void dueForBaseline() {
        due++;
        baseline++;
    }

    /** A capture was asked for, so much later than it was due. */
    void sent(long lateNs) {
        due++;
        lateTotalNs += lateNs;
        lateMaxNs = Math.max(lateMaxNs, lateNs);
    }

    void capped() {
        cappedIterations++;
    }

    void unread() {
        unreadable++;
    }

    /** Nothing is captured or told any more. */
    void broke(Throwable thrown) {
        broken = thrown;
    }

    long allDue() {
        return due;
    }

    long baselineDue() {
        return baseline;
    }

    long cappedIterations() {
        return cappedIterations;
    }

    long lateTotalNs() {
        return lateTotalNs;
    }

    long lateMaxNs() {
        return lateMaxNs;
    }

    /** What went wrong, to follow another sentence; empty if nothing did. */
    String troubles() {
        return (unreadable > 0 ? "; " + unreadable + " of the operating system's accounts could not be read" : "")
                + (broken != null ? "; it stopped working during the run: " + broken : "");
    }
}
