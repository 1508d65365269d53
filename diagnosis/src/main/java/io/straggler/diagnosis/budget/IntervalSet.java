package io.straggler.diagnosis.budget;

import io.straggler.model.Evidence;
import java.util.Arrays;
import java.util.List;

/**
 * A set of instants as intervals of time that do not overlap, in order, each from its start to before its end. Immutable.
 *
 * <p>Numbers and no objects, because dividing the time of one outlier makes dozens of these.
 */
public final class IntervalSet {
    public static final IntervalSet NONE = new IntervalSet(new long[0], 0);

    /** Begin and end of each interval in turn. */
    private final long[] edges;

    /** How many of the edges count. */
    private final int size;

    private IntervalSet(long[] edges, int size) {
        this.edges = edges;
        this.size = size;
    }

    /** Begin and end of each interval in turn, in order, of which none is empty or touches the next. */
    static IntervalSet ofEdges(long[] edges, int size) {
        return size == 0 ? NONE : new IntervalSet(edges, size);
    }

    /** One interval; none if it would be empty. */
    public static IntervalSet of(long fromNs, long toNs) {
        return fromNs < toNs ? new IntervalSet(new long[] {fromNs, toNs}, 2) : NONE;
    }

    /** Returns the union of the intervals of evidence. */
    public static IntervalSet union(List<Evidence> evidence) {
        int ordered = 1;
        while (ordered < evidence.size()
                && evidence.get(ordered - 1).startNs() <= evidence.get(ordered).startNs()) {
            ordered++;
        }
        if (ordered < evidence.size()) {
            int middle = evidence.size() / 2;
            return union(evidence.subList(0, middle)).or(union(evidence.subList(middle, evidence.size())));
        }
        Builder union = new Builder(2 * evidence.size());
        for (int i = 0; i < evidence.size(); i++) {
            union.join(evidence.get(i).startNs(), evidence.get(i).endNs());
        }
        return union.done();
    }

    /** Union of all the sets. Sets that are added up one by one would be copied each time. */
    public static IntervalSet unionOf(List<IntervalSet> sets) {
        if (sets.size() < 2) {
            return sets.isEmpty() ? NONE : sets.get(0);
        }
        Builder union = new Builder(sets.stream().mapToInt(set -> set.size).sum());
        for (IntervalSet set : sets) {
            if (set.size > 0 && set.edges[0] < union.lastFromNs) {
                int middle = sets.size() / 2;
                return unionOf(sets.subList(0, middle)).or(unionOf(sets.subList(middle, sets.size())));
            }
            for (int i = 0; i < set.size; i += 2) {
                union.join(set.edges[i], set.edges[i + 1]);
            }
        }
        return union.done();
    }

    /** Intervals in the making. */
    private static final class Builder {
        private long[] edges;
        private int size;

        /** Begin of the interval that was joined last. */
        private long lastFromNs = Long.MIN_VALUE;

        private Builder(int room) {
            edges = new long[room];
        }

        /** Adds an interval behind all others; nothing if it would be empty. */
        private void append(long fromNs, long toNs) {
            if (fromNs < toNs) {
                if (size == edges.length) {
                    edges = Arrays.copyOf(edges, size * 2 + 2);
                }
                edges[size++] = fromNs;
                edges[size++] = toNs;
            }
        }

        /** Adds an interval that begins no earlier than the others, as a part of the last if it touches that. */
        private void join(long fromNs, long toNs) {
            lastFromNs = fromNs;
            if (size > 0 && fromNs <= edges[size - 1]) {
                edges[size - 1] = Math.max(edges[size - 1], toNs);
            } else {
                append(fromNs, toNs);
            }
        }

        private IntervalSet done() {
            return ofEdges(edges, size);
        }
    }

    /** When the first begins; {@link Long#MAX_VALUE} without any. */
    public long startNs() {
        return size == 0 ? Long.MAX_VALUE : edges[0];
    }

    public long lengthNs() {
        long lengthNs = 0;
        for (int i = 0; i < size; i += 2) {
            lengthNs += edges[i + 1] - edges[i];
        }
        return lengthNs;
    }

    /** How many intervals these are. */
    public int count() {
        return size / 2;
    }

    /** When one of them begins. */
    public long fromNs(int index) {
        return edges[2 * index];
    }

    /** When one of them ends. */
    public long toNs(int index) {
        return edges[2 * index + 1];
    }

    public boolean contains(long timeNs) {
        return touches(timeNs, timeNs + 1);
    }

    /** Whether any instant from {@code fromNs} to before {@code toNs} is in here. */
    public boolean touches(long fromNs, long toNs) {
        int first = firstEndingAfter(fromNs);
        return fromNs < toNs && first < size && edges[first] < toNs;
    }

    /** Returns the part from {@code fromNs} to before {@code toNs}. */
    public IntervalSet within(long fromNs, long toNs) {
        if (size == 0 || fromNs >= toNs) {
            return NONE;
        }
        if (fromNs <= edges[0] && edges[size - 1] <= toNs) {
            return this;
        }
        int first = firstEndingAfter(fromNs);
        int end = firstStartingFrom(toNs);
        Builder both = new Builder(Math.max(0, end - first));
        for (int i = first; i < end; i += 2) {
            both.append(Math.max(edges[i], fromNs), Math.min(edges[i + 1], toNs));
        }
        return both.done();
    }

    /**
     * Returns the intersection of both sets. It costs no more than the smaller set, with a search in the other one for
     * each interval.
     */
    public IntervalSet and(IntervalSet other) {
        if (size > other.size) {
            return other.and(this);
        }
        Builder both = new Builder(size);
        for (int i = 0; i < size; i += 2) {
            int k = other.firstEndingAfter(edges[i]);
            for (; k < other.size && other.edges[k] < edges[i + 1]; k += 2) {
                both.append(Math.max(edges[i], other.edges[k]), Math.min(edges[i + 1], other.edges[k + 1]));
            }
        }
        return both.done();
    }

    /** Returns the union of both sets. */
    public IntervalSet or(IntervalSet other) {
        if (size == 0 || other.size == 0) {
            return size == 0 ? other : this;
        }
        Builder either = new Builder(size + other.size);
        int i = 0;
        int k = 0;
        while (i < size || k < other.size) {
            if (k == other.size || i < size && edges[i] <= other.edges[k]) {
                either.join(edges[i], edges[i + 1]);
                i += 2;
            } else {
                either.join(other.edges[k], other.edges[k + 1]);
                k += 2;
            }
        }
        return either.done();
    }

    /** Returns the difference: this set without the other one. */
    public IntervalSet minus(IntervalSet other) {
        if (size == 0 || other.size == 0) {
            return this;
        }
        Builder left = new Builder(size + 2);
        int from = other.firstEndingAfter(edges[0]);
        for (int i = 0; i < size; i += 2) {
            long atNs = edges[i];
            while (from < other.size && other.edges[from + 1] <= atNs) {
                from += 2;
            }
            for (int k = from; k < other.size && other.edges[k] < edges[i + 1]; k += 2) {
                left.append(atNs, other.edges[k]);
                atNs = Math.max(atNs, other.edges[k + 1]);
            }
            left.append(atNs, edges[i + 1]);
        }
        return left.done();
    }

    /** The last {@code amountNs} of it, or all if there is less. */
    public IntervalSet last(long amountNs) {
        if (size == 0 || amountNs <= 0) {
            return NONE;
        }
        long leftNs = amountNs;
        int first = size;
        while (first > 0 && leftNs > 0) {
            first -= 2;
            leftNs -= edges[first + 1] - edges[first];
        }
        long[] taken = Arrays.copyOfRange(edges, first, size);
        // Shortens the first interval by the surplus.
        taken[0] -= Math.min(0, leftNs);
        return new IntervalSet(taken, taken.length);
    }

    /**
     * Returns the whole intervals with one end where an interval of the other set begins or ends.
     *
     * @param slackNs how far apart that may be
     */
    public IntervalSet adjoining(long otherFromNs, long otherToNs, long slackNs) {
        // Both begins and ends are in order, so those within the slack are neighbours.
        IntervalSet beginning =
                part(firstStartingFrom(otherFromNs - slackNs), firstStartingFrom(otherFromNs + slackNs + 1));
        IntervalSet ending = part(firstEndingAfter(otherToNs - slackNs - 1), firstEndingAfter(otherToNs + slackNs));
        return beginning.or(ending);
    }

    /** The intervals from one edge to before another. */
    private IntervalSet part(int from, int to) {
        return from < to ? new IntervalSet(Arrays.copyOfRange(edges, from, to), to - from) : NONE;
    }

    /** The first edge of the first interval that does not start before an instant. */
    private int firstStartingFrom(long timeNs) {
        int low = 0;
        int high = size / 2;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (edges[2 * middle] < timeNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return 2 * low;
    }

    /** The first edge of the first interval that ends after an instant. */
    private int firstEndingAfter(long timeNs) {
        int low = 0;
        int high = size / 2;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (edges[2 * middle + 1] <= timeNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return 2 * low;
    }
}
