package io.straggler.flamegraph.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * Slices on as few lanes as they need, each on the first that has room for it. Viewers want two slices of a lane to be apart, or one to lie
 * within the other; those that overlap in another way go to lanes of their own.
 */
final class Lanes {
    private Lanes() {}

    /** On a lane they are apart. */
    static List<List<Slice>> apart(Collection<Slice> slices) {
        return place(slices, (open, slice) -> open.isEmpty());
    }

    /** On a lane they are apart or nest, outer ones first. */
    static List<List<Slice>> nested(Collection<Slice> slices) {
        return place(
                slices,
                (open, slice) -> open.isEmpty() || slice.toNs() <= open.peek().toNs());
    }

    /** @param room for a slice on a lane, known by those that are not over when it begins */
    private static List<List<Slice>> place(Collection<Slice> slices, BiPredicate<Deque<Slice>, Slice> room) {
        List<List<Slice>> lanes = new ArrayList<>();
        List<Deque<Slice>> open = new ArrayList<>();
        for (Slice slice : slices.stream().sorted(Slice.OUTER_FIRST).toList()) {
            int lane = 0;
            while (lane < lanes.size() && !room.test(unfinished(open.get(lane), slice.fromNs()), slice)) {
                lane++;
            }
            if (lane == lanes.size()) {
                lanes.add(new ArrayList<>());
                open.add(new ArrayDeque<>());
            }
            lanes.get(lane).add(slice);
            open.get(lane).push(slice);
        }
        return lanes;
    }

    private static Deque<Slice> unfinished(Deque<Slice> open, long nowNs) {
        while (!open.isEmpty() && open.peek().toNs() <= nowNs) {
            open.pop();
        }
        return open;
    }
}
