package io.straggler.flamegraph;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.model.FrameKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Two sets of stacks in one call tree, before and after, each normalised to a second of its own time: what both spend alike does
 * not differ, however long either ran.
 *
 * <p>Time without a stack takes part in neither side: it would make every frame differ by how much of it there is.
 */
public final class DifferentialTree {
    private static final double NS_PER_SECOND = 1e9;

    private final CallTree both;
    private final CallTree before;
    private final CallTree after;
    private final long[] beforeSelfNs;
    private final long[] afterSelfNs;

    private DifferentialTree(List<WeightedStack> before, List<WeightedStack> after) {
        this.before = CallTree.of(before);
        this.after = CallTree.of(after);
        this.both = CallTree.of(Stream.concat(before.stream(), after.stream()).toList());
        this.beforeSelfNs = selfNs(before);
        this.afterSelfNs = selfNs(after);
    }

    /** Compares two sets of stacks. */
    public static DifferentialTree of(List<WeightedStack> before, List<WeightedStack> after) {
        return new DifferentialTree(seen(before), seen(after));
    }

    private static List<WeightedStack> seen(List<WeightedStack> stacks) {
        return stacks.stream()
                .filter(stack -> stack.frames().get(stack.frames().size() - 1).kind() != FrameKind.UNSEEN)
                .toList();
    }

    private long[] selfNs(List<WeightedStack> stacks) {
        long[] self = new long[both.size()];
        stacks.forEach(stack -> self[both.find(stack.frames()).orElseThrow()] += stack.weightNs());
        return self;
    }

    /** The nodes of both; their weights are the sums of both sides. */
    public CallTree tree() {
        return both;
    }

    /** Returns the node's self time per second before, in nanoseconds. */
    public double beforeSelfPerSecondNs(int node) {
        return perSecond(beforeSelfNs[node], before);
    }

    /** Returns the node's self time per second after, in nanoseconds. */
    public double afterSelfPerSecondNs(int node) {
        return perSecond(afterSelfNs[node], after);
    }

    private static double perSecond(long ns, CallTree side) {
        return side.totalNs() == 0 ? 0 : NS_PER_SECOND * ns / side.totalNs();
    }

    /** Frames that only the stacks after have, the heaviest first. */
    public List<FrameTotal> appeared() {
        return onlyIn(after, before);
    }

    /** Frames that only the stacks before have, the heaviest first. */
    public List<FrameTotal> vanished() {
        return onlyIn(before, after);
    }

    private static List<FrameTotal> onlyIn(CallTree side, CallTree other) {
        List<FrameTotal> only = new ArrayList<>(side.frameTotals());
        ToLongFunction<FrameTotal> total = FrameTotal::totalNs;
        only.removeIf(frame -> other.runs(frame.frame()));
        only.sort(Comparator.comparingLong(total).reversed());
        return List.copyOf(only);
    }
}
