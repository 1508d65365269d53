package io.straggler.selftest.inject;

/** An injection by another thread of this process, with its two instants; written by that thread, read by the measured one. */
public final class ExternalInjection implements GapObserver.Injection {
    private long fromNs;
    private long toNs;
    private volatile boolean over;

    public void expect() {
        over = false;
    }

    public void done(long startNs, long endNs) {
        fromNs = startNs;
        toNs = endNs;
        over = true;
    }

    @Override
    public boolean over() {
        return over;
    }

    @Override
    public long fromNs() {
        return fromNs;
    }

    @Override
    public long toNs() {
        return toNs;
    }
}
