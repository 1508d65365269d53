package io.straggler.jlbh.samples;

import io.straggler.harness.Probe;
import net.openhft.chronicle.core.util.NanoSampler;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Samples of a benchmark under one name in the current run.
 *
 * <p>Values may come from any thread. Those of the thread that runs the benchmark, which are nearly all, go into a histogram of its
 * own without a barrier; the others into one that any number of threads may write to. Nothing is allocated or locked.
 */
public final class Samples implements NanoSampler {
    private static final int DIGITS = 3;

    private final Tally own = new Tally();
    private final Recorder others = new Recorder(Tally.HIGHEST_NS, DIGITS);
    private @Nullable Histogram taken;
    private volatile @Nullable Thread owner;
    private volatile @Nullable Probe probe;

    /** Makes this the thread of {@link #take}. Before that thread samples. */
    public void owner(@Nullable Thread thread) {
        owner = thread;
    }

    /** Hands every further value to a probe too. */
    public void probe(Probe value) {
        probe = value;
    }

    @Override
    public void sampleNanos(long durationNs) {
        long ns = Math.max(0, Math.min(Tally.HIGHEST_NS, durationNs));
        if (Thread.currentThread() == owner) {
            own.add(ns);
        } else {
            others.recordValue(ns);
        }
        Probe also = probe;
        if (also != null) {
            also.record(ns);
        }
    }

    /** Values of the owner's since the last {@link #take}. Owner only. */
    public long ownCount() {
        return own.count();
    }

    /** Everything since the last call, which starts over. Owner only. */
    public Histogram take() {
        Histogram all = new Histogram(Tally.HIGHEST_NS, DIGITS);
        own.moveTo(all);
        taken = others.getIntervalHistogram(taken);
        all.add(taken);
        return all;
    }
}
