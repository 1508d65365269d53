package io.straggler.model.hook;

import io.straggler.model.NanoClock;

/** One reading of {@link InFlight}, reused by the thread that reads. All times are on the {@link NanoClock}. */
public final class InFlightView {
    private boolean busy;
    private long intendedNs;
    private long startNs;
    private long nextIntendedNs;

    /** Sets the view to "the iteration tagged {@code intendedNs} has been running since {@code startNs}". */
    public void setBusy(long intendedNs, long startNs) {
        this.busy = true;
        this.intendedNs = intendedNs;
        this.startNs = startNs;
    }

    /** Sets the view to "nothing is in flight, and nothing will be before {@code nextIntendedNs}". */
    public void setIdle(long nextIntendedNs) {
        this.busy = false;
        this.nextIntendedNs = nextIntendedNs;
    }

    public boolean busy() {
        return busy;
    }

    /** The tag of the iteration in flight. Meaningful while {@link #busy()}. */
    public long intendedNs() {
        return intendedNs;
    }

    /** When the iteration in flight started. Meaningful while {@link #busy()}. */
    public long startNs() {
        return startNs;
    }

    /** Before this instant nothing can be in flight. Meaningful while not {@link #busy()}. */
    public long nextIntendedNs() {
        return nextIntendedNs;
    }
}
