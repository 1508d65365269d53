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
 */
public final class FreeTime {
    /** Number of intervals up to which copying them costs less than a tree. */
    private static final int SMALL = 32;

    /** Ends of intervals by their begins; null while there are few. */
    private @Nullable TreeMap<Long, Long> tree;

    /** All of it; null from a change of the tree until somebody asks. */
    private @Nullable IntervalSet all;

    public FreeTime(IntervalSet all) {
        this.all = all;
    }

    /** All of it as it is now. */
    public IntervalSet all() {
        IntervalSet now = all;
        if (now == null) {
            now = now(tree());
            all = now;
        }
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

    /** What is free from {@code fromNs} to before {@code toNs}. */
    public IntervalSet within(long fromNs, long toNs) {
        return all != null ? all.within(fromNs, toNs) : within(tree(), fromNs, toNs);
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

    /** What is free of a time. */
    public IntervalSet within(IntervalSet time) {
        if (time.count() == 0) {
            return IntervalSet.NONE;
        }
        return time.count() == 1 ? within(time.fromNs(0), time.toNs(0)) : all == null && few(time) ? each(time) : all().and(time);
    }

    /** Whether to look for each of its intervals costs less than to list all that is free. */
    private boolean few(IntervalSet time) {
        return time.count() < tree().size() / SMALL;
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
        if (tree == null && all().count() <= SMALL) {
            all = all().minus(time);
            return;
        }
        TreeMap<Long, Long> left = tree();
        for (int i = 0; i < time.count(); i++) {
            take(left, time.fromNs(i), time.toNs(i));
        }
        all = null;
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
