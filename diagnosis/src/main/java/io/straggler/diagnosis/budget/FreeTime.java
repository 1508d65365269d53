package io.straggler.diagnosis.budget;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Time that nothing has taken yet. To look at a part or to take it costs what that part holds, and the logarithm of the rest: an outlier
 * may have a hundred thousand events that each take some. For one thread.
 *
 * <p>Most are taken in order of time. These are only noted, and leave what lies behind them as it is. What is taken in another order goes into
 * a tree, unless copying all intervals costs no more.
 */
public final class FreeTime {
    /**
     * Number of intervals up to which copying costs less than a tree; above several times this number, one change in a
     * tree costs less.
     */
    private static final int SMALL = 32;

    /** Free intervals but for {@link #taken}; null from a change of the tree until somebody asks. */
    private @Nullable IntervalSet all;

    /** Times that are taken, each behind the one before it. */
    private final List<IntervalSet> taken = new ArrayList<>();

    private long takenUntilNs = Long.MIN_VALUE;

    /** Ends of free intervals by their begins; null while there is no need for it. */
    private @Nullable TreeMap<Long, Long> tree;

    public FreeTime(IntervalSet all) {
        this.all = all;
    }

    /** All free time. */
    public IntervalSet all() {
        IntervalSet now = all;
        if (now == null) {
            now = now(tree());
        }
        if (!taken.isEmpty()) {
            now = now.minus(IntervalSet.unionOf(taken));
            taken.clear();
            takenUntilNs = Long.MIN_VALUE;
        }
        all = now;
        return now;
    }

    private static IntervalSet now(TreeMap<Long, Long> tree) {
        long[] edges = new long[2 * tree.size()];
        int size = 0;
        for (Map.Entry<Long, Long> interval : tree.entrySet()) {
            edges[size++] = interval.getKey();
            edges[size++] = interval.getValue();
        }
        return IntervalSet.ofEdges(edges, size);
    }

    private TreeMap<Long, Long> tree() {
        TreeMap<Long, Long> known = tree;
        if (known == null) {
            known = new TreeMap<>();
            IntervalSet now = all();
            for (int i = 0; i < now.count(); i++) {
                known.put(now.fromNs(i), now.toNs(i));
            }
            tree = known;
        }
        return known;
    }

    /** Free time from {@code fromNs} to before {@code toNs}. */
    public IntervalSet within(long fromNs, long toNs) {
        IntervalSet known = all;
        if (known != null && fromNs >= takenUntilNs) {
            return known.within(fromNs, toNs);
        }
        return known == null || manyMoreThan(taken.size()) ? within(tree(), fromNs, toNs) : all().within(fromNs, toNs);
    }

    /** Returns whether the free intervals outnumber a few by enough for a tree to find them faster. */
    private boolean manyMoreThan(int few) {
        int count = all != null ? all.count() : tree().size();
        return count > SMALL && few < count / SMALL;
    }

    private static IntervalSet within(TreeMap<Long, Long> tree, long fromNs, long toNs) {
        if (fromNs >= toNs) {
            return IntervalSet.NONE;
        }
        Long before = tree.floorKey(fromNs);
        Map<Long, Long> reaching = tree.subMap(before == null ? fromNs : before, true, toNs, false);
        long[] edges = new long[8];
        int size = 0;
        for (Map.Entry<Long, Long> interval : reaching.entrySet()) {
            long startNs = Math.max(fromNs, interval.getKey());
            long endNs = Math.min(toNs, interval.getValue());
            if (startNs < endNs) {
                edges = size == edges.length ? Arrays.copyOf(edges, 2 * size) : edges;
                edges[size++] = startNs;
                edges[size++] = endNs;
            }
        }
        return IntervalSet.ofEdges(edges, size);
    }

    /** Free part of a time. */
    public IntervalSet within(IntervalSet time) {
        if (time.count() <= 1) {
            return time.count() == 0 ? time : within(time.fromNs(0), time.toNs(0));
        }
        return all == null && manyMoreThan(time.count()) ? each(time) : all().and(time);
    }

    private IntervalSet each(IntervalSet time) {
        List<IntervalSet> parts = new ArrayList<>(time.count());
        for (int i = 0; i < time.count(); i++) {
            parts.add(within(time.fromNs(i), time.toNs(i)));
        }
        return IntervalSet.unionOf(parts);
    }

    /** Takes a time, whether it is free or not. */
    public void take(IntervalSet time) {
        if (time.count() == 0) {
            return;
        }
        if (tree == null && time.fromNs(0) >= takenUntilNs) {
            taken.add(time);
            takenUntilNs = time.toNs(time.count() - 1);
        } else if (manyMoreThan(time.count() + taken.size())) {
            TreeMap<Long, Long> left = tree();
            for (int i = 0; i < time.count(); i++) {
                take(left, time.fromNs(i), time.toNs(i));
            }
            all = null;
        } else {
            all = all().minus(time);
            tree = null;
        }
    }

    private static void take(TreeMap<Long, Long> left, long fromNs, long toNs) {
        Map.Entry<Long, Long> before = left.lowerEntry(fromNs);
        if (before != null && before.getValue() > fromNs) {
            left.put(before.getKey(), fromNs);
            if (before.getValue() > toNs) {
                left.put(toNs, before.getValue());
                return;
            }
        }
        Map<Long, Long> within = left.subMap(fromNs, true, toNs, false);
        long lastNs = toNs;
        for (long endNs : within.values()) {
            lastNs = endNs;
        }
        within.clear();
        if (lastNs > toNs) {
            left.put(toNs, lastNs);
        }
    }

    /** Takes and returns what is free from {@code fromNs} to before {@code toNs}. */
    public IntervalSet take(long fromNs, long toNs) {
        IntervalSet part = within(fromNs, toNs);
        take(part);
        return part;
    }
}
