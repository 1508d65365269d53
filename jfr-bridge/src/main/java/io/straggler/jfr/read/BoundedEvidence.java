package io.straggler.jfr.read;

import io.straggler.model.Evidence;
import io.straggler.model.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Evidence within bounds: a pacing thread that parks before every iteration leaves millions of events that explain nothing.
 * What overlaps an outlier is kept; where there are no outliers, a sample of the beginning. If there is no room for all, what is known only at the
 * end gets up to half of it: what stopped all threads, and waits for another thread.
 */
final class BoundedEvidence {
    static final int MAX_OTHER = 100_000;
    private static final int MAX_PLACES = 10_000;

    private final List<Evidence> kept = new ArrayList<>();
    private final List<Evidence> keptAtEnd = new ArrayList<>();
    private final Map<Place, Place> places = new HashMap<>();
    private final OutlierWindows windows;
    private final long most;
    private long dropped;

    /** @param most of what overlaps outliers */
    BoundedEvidence(OutlierWindows windows, long most) {
        this.windows = windows;
        this.most = most;
    }

    /** Whether something of that time is of use; asked before its details are decoded. */
    boolean wants(long startNs, long endNs) {
        return windows.isEmpty() ? size() < MAX_OTHER : windows.touch(startNs, endNs);
    }

    /** Whether there is room for one, with this many others that are not known as a whole yet: without outliers these take room, too. */
    boolean wants(long startNs, long endNs, long waiting) {
        return windows.isEmpty() ? size() + waiting <= MAX_OTHER : windows.touch(startNs, endNs);
    }

    /** Returns whether evidence is wanted, by the thread that it happened on. */
    boolean wants(Evidence evidence) {
        return windows.isEmpty() ? size() < MAX_OTHER : ofOutlier(evidence);
    }

    /** Whether it overlaps an outlier of the thread that it happened on. */
    boolean ofOutlier(Evidence evidence) {
        return !windows.isEmpty() && windows.touch(evidence.osThreadId(), evidence.startNs(), evidence.endNs());
    }

    private int size() {
        return kept.size() + keptAtEnd.size();
    }

    private boolean isFull() {
        return !windows.isEmpty() && size() >= most;
    }

    /** Keeps it if it is of use and there is room. */
    void add(Evidence evidence) {
        if (!wants(evidence)) {
            return;
        }
        if (isFull()) {
            dropped++;
            return;
        }
        kept.add(withSharedPlace(evidence));
    }

    /** Keeps what is known only when all is read. If there is no room, it replaces what {@link #add} kept last, but leaves half of the room to that. */
    void addAtEnd(Evidence evidence) {
        if (!wants(evidence)) {
            return;
        }
        if (isFull()) {
            dropped++;
            if (kept.size() <= most / 2) {
                return;
            }
            kept.remove(kept.size() - 1);
        }
        keptAtEnd.add(withSharedPlace(evidence));
    }

    /**
     * Returns this evidence with a shared copy of the place: a million copies of a few places would need more memory
     * than everything else.
     */
    Evidence withSharedPlace(Evidence one) {
        Place shared = places.size() < MAX_PLACES
                ? places.computeIfAbsent(one.place(), same -> same)
                : places.getOrDefault(one.place(), one.place());
        return one.at(shared);
    }

    /** How much that overlaps an outlier was dropped nevertheless. */
    long dropped() {
        return dropped;
    }

    List<Evidence> inOrder() {
        List<Evidence> all = new ArrayList<>(kept);
        all.addAll(keptAtEnd);
        all.sort(Comparator.comparingLong(Evidence::startNs));
        return all;
    }
}
