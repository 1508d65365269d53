package io.straggler.selftest.inject;

/** An act of the measured thread, timed by the clock before and after it. */
public abstract class TimedInjector implements Injector {
    private final RunDelay runDelay = new RunDelay();
    private final Nature nature;

    /** Decides what a wait for a core during the act counts as. */
    public enum Nature {
        /** A late wake-up is part of the act, unless it took at least half of the time. */
        WAITS,
        /** All waits for a core are the machine's doing. */
        WORKS
    }

    protected TimedInjector(Nature nature) {
        this.nature = nature;
    }

    /**
     * Performs the act, for about the given time.
     *
     * @return the part of the time that was ordinary code, in nanoseconds
     */
    protected abstract long act(long sizeNs) throws Exception;

    @Override
    public void inject(long sizeNs, TruthLog truth) throws Exception {
        runDelay.begin();
        long startNs = System.nanoTime();
        long codeNs = act(sizeNs);
        runDelay.end(nature, startNs, System.nanoTime(), codeNs, truth);
    }
}
