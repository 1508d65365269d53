package io.straggler.flamegraph;

import io.straggler.diagnosis.WeightedStack;
import java.util.Arrays;

/** A stack as the ranks of its frames, ordered as a walk of the tree in preorder meets it. */
record RankedStack(int[] ranks, WeightedStack stack) implements Comparable<RankedStack> {
    @Override
    public int compareTo(RankedStack other) {
        return Arrays.compare(ranks, other.ranks);
    }
}
