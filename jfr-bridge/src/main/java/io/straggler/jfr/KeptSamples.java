package io.straggler.jfr;

import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Stacks within bounds: those taken during outliers, or in answer to baseline captures, go first. */
final class KeptSamples {
    /** Enough to see which threads pace and work. */
    static final int MOST_OTHER = 2_000;

    private final List<StackSample> kept = new ArrayList<>();
    private final OutlierWindows windows;
    private final long most;
    private long relevant;
    private long dropped;

    /** Read by those who select events, on other threads. */
    private volatile boolean full;

    /** @param most of those that go first */
    KeptSamples(OutlierWindows windows, long most) {
        this.windows = windows;
        this.most = most;
    }

    /** Whether there is room for a stack of this instant; asked before the stack is decoded. */
    boolean wants(long timeNs) {
        boolean inside = windows.touch(timeNs, timeNs);
        boolean room = inside ? relevant < most : kept.size() - relevant < MOST_OTHER;
        dropped += inside && !room ? 1 : 0;
        return room;
    }

    void add(StackSample sample) {
        relevant += windows.touch(sample.timeNs(), sample.timeNs()) ? 1 : 0;
        kept.add(sample);
        full = kept.size() - relevant >= MOST_OTHER;
    }

    /** Whether only those are wanted any more that go first. */
    boolean isFull() {
        return full;
    }

    /** How many that should go first were dropped nevertheless. */
    long dropped() {
        return dropped;
    }

    List<StackSample> inOrder() {
        kept.sort(Comparator.comparingLong(StackSample::timeNs));
        return kept;
    }
}
