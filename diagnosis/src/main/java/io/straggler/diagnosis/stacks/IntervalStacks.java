package io.straggler.diagnosis.stacks;

import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Stacks that stand for intervals, by thread: which of them overlap another interval. */
public final class IntervalStacks {
    private final Map<Long, OfThread> byThread = new HashMap<>();

    public IntervalStacks(List<StackSample> stacks) {
        Map<Long, List<StackSample>> lists = new HashMap<>();
        stacks.forEach(stack -> lists.computeIfAbsent(stack.osThreadId(), id -> new ArrayList<>())
                .add(stack));
        lists.forEach((thread, list) -> byThread.put(thread, new OfThread(list)));
    }

    /** Returns the stacks of one thread that overlap an interval, in order of their beginnings. */
    public List<StackSample> within(long osThreadId, long startNs, long endNs) {
        OfThread ofThread = byThread.get(osThreadId);
        return ofThread == null ? List.of() : ofThread.within(startNs, endNs);
    }

    /** Number of stacks that overlap an interval. */
    public long count(long osThreadId, long startNs, long endNs) {
        OfThread ofThread = byThread.get(osThreadId);
        return ofThread == null ? 0 : ofThread.count(startNs, endNs);
    }

    /**
     * Stacks of one thread in order of when they began, below them a complete binary tree: each node has when the last of the two below it
     * ends. So those that reach into an interval cost their number, times the logarithm of all, however long one in front of them lasts.
     */
    private static final class OfThread {
        private final List<StackSample> ordered;
        private final long[] endsInOrderNs;

        /**
         * Latest end below each node: the children of node n are at 2n and 2n + 1, the stacks from {@link #leaves} on.
         */
        private final long[] endsNs;

        private final int leaves;

        private OfThread(List<StackSample> stacks) {
            ordered = stacks;
            ordered.sort(Comparator.comparingLong(StackSample::sinceNs));
            endsInOrderNs =
                    ordered.stream().mapToLong(StackSample::timeNs).sorted().toArray();
            leaves = Integer.highestOneBit(Math.max(1, 2 * ordered.size() - 1));
            endsNs = new long[2 * leaves];
            Arrays.fill(endsNs, Long.MIN_VALUE);
            for (int i = 0; i < ordered.size(); i++) {
                endsNs[leaves + i] = ordered.get(i).timeNs();
            }
            for (int node = leaves - 1; node > 0; node--) {
                endsNs[node] = Math.max(endsNs[2 * node], endsNs[2 * node + 1]);
            }
        }

        /** Number of stacks that begin before the end, less those that ended before the start: these began before the end, too. */
        private long count(long startNs, long endNs) {
            return Math.max(
                    0,
                    begunBefore(endNs) - InOrder.firstFrom(endsInOrderNs.length, i -> endsInOrderNs[i], startNs + 1));
        }

        private int begunBefore(long endNs) {
            return InOrder.firstFrom(ordered.size(), i -> ordered.get(i).sinceNs(), endNs);
        }

        private List<StackSample> within(long startNs, long endNs) {
            List<StackSample> found = new ArrayList<>();
            add(1, 0, leaves, begunBefore(endNs), startNs, found);
            return found;
        }

        /**
         * Adds the stacks that end after an instant.
         *
         * @param first index of the first stack below the node
         * @param count of stacks below the node
         * @param end index of the first stack that is not to be added any more
         */
        private void add(int node, int first, int count, int end, long startNs, List<StackSample> found) {
            if (first >= end || endsNs[node] <= startNs) {
                return;
            }
            if (count == 1) {
                found.add(ordered.get(first));
                return;
            }
            add(2 * node, first, count / 2, end, startNs, found);
            add(2 * node + 1, first + count / 2, count / 2, end, startNs, found);
        }
    }
}
