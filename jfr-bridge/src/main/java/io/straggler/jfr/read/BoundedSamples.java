package io.straggler.jfr.read;

import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Stacks within bounds: those of outliers and normal samples go first. */
final class BoundedSamples {
    /** Largest number of other samples of each process; enough to see which threads pace and work. */
    static final int MAX_OTHER = 2_000;

    private final List<StackSample> kept = new ArrayList<>();
    private final OutlierWindows windows;
    private final long most;
    private long relevant;
    private long dropped;

    /** The others of one process. */
    static final class OtherSamples {
        /** Read by those who select events, on other threads; it only grows. */
        private volatile int kept;

        /** Whether only those stacks of the process are wanted any more that go first. */
        boolean isFull() {
            return kept >= MAX_OTHER;
        }
    }

    /** @param most of those that go first */
    BoundedSamples(OutlierWindows windows, long most) {
        this.windows = windows;
        this.most = most;
    }

    /** Whether there is room for a stack of this time; asked before the stack is decoded. */
    boolean wants(long sinceNs, long timeNs, OtherSamples others) {
        boolean inside = windows.touch(sinceNs, timeNs);
        boolean room = inside ? relevant < most : !others.isFull();
        dropped += inside && !room ? 1 : 0;
        return room;
    }

    void add(StackSample sample, OtherSamples others) {
        if (windows.touch(sample.sinceNs(), sample.timeNs())) {
            relevant++;
        } else {
            others.kept++;
        }
        kept.add(sample);
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
