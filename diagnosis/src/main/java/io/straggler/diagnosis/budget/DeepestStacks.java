package io.straggler.diagnosis.budget;

import io.straggler.diagnosis.stacks.InOrder;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Stacks with most frames of those that were captured in an interval while their thread did not run.
 *
 * <p>A complete binary tree over the stacks in order of time: each node has the deepest stack of the two below it. So a look-up costs the
 * logarithm of their number.
 */
final class DeepestStacks {
    static final DeepestStacks NONE = new DeepestStacks(List.of(), List.of());

    private final List<StackSample> stacks;
    private final long[] timesNs;

    /** Indices of stacks: leaves in the second half, the children of node n at 2n and 2n + 1. */
    private final int[] nodes;

    /**
     * @param stacks of an outlier
     * @param captured indices of those to choose from
     */
    DeepestStacks(List<StackSample> stacks, List<Integer> captured) {
        this.stacks = stacks;
        List<Integer> ordered = new ArrayList<>(captured);
        ordered.removeIf(i -> stacks.get(i).running());
        ordered.sort(Comparator.comparingLong(i -> stacks.get(i).timeNs()));
        int size = ordered.size();
        timesNs = ordered.stream().mapToLong(i -> stacks.get(i).timeNs()).toArray();
        nodes = new int[2 * size];
        for (int i = 0; i < size; i++) {
            nodes[size + i] = ordered.get(i);
        }
        for (int i = size - 1; i > 0; i--) {
            nodes[i] = deeper(nodes[2 * i], nodes[2 * i + 1]);
        }
    }

    /** The one with more frames; the first of the outlier's stacks if both have as many. */
    private int deeper(int one, int other) {
        if (one < 0 || other < 0) {
            return Math.max(one, other);
        }
        int more = frames(other) - frames(one);
        return more > 0 || more == 0 && other < one ? other : one;
    }

    private int frames(int stack) {
        return stacks.get(stack).frames().size();
    }

    /** The deepest stack from {@code fromNs} to before {@code toNs} with more than {@code frames} frames; −1 if there is none. */
    int within(long fromNs, long toNs, int frames) {
        int deepest = -1;
        int size = timesNs.length;
        int low = size + firstFrom(fromNs);
        int high = size + firstFrom(toNs);
        for (; low < high; low /= 2, high /= 2) {
            if (low % 2 == 1) {
                deepest = deeper(deepest, nodes[low++]);
            }
            if (high % 2 == 1) {
                deepest = deeper(deepest, nodes[--high]);
            }
        }
        return deepest >= 0 && frames(deepest) > frames ? deepest : -1;
    }

    private int firstFrom(long timeNs) {
        return InOrder.firstFrom(timesNs.length, i -> timesNs[i], timeNs);
    }
}
