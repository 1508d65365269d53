package io.straggler.diagnosis;

import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.stacks.ThreadPools;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Service time of outliers by stack: equal stacks added up, and one bracketed frame for what no stack covers. Weights of all add up to the service
 * time, to the nanosecond.
 */
public final class OutlierStacks {
    private final Map<Long, String> threadNames;
    private final Function<StackSample, Optional<List<StackFrame>>> shown;
    private final StackSums sums = new StackSums();

    private OutlierStacks(Map<Long, String> threadNames, Function<StackSample, Optional<List<StackFrame>>> shown) {
        this.threadNames = threadNames;
        this.shown = shown;
    }

    /**
     * The stacks of some outliers, heaviest first.
     *
     * @param threadNames by the system's number
     */
    static List<WeightedStack> of(Collection<DiagnosedOutlier> outliers, Map<Long, String> threadNames) {
        return of(outliers, threadNames, stack -> Optional.of(stack.frames()));
    }

    /**
     * The stacks of some outliers, heaviest first, as far as somebody wants to see them.
     *
     * @param threadNames by the system's number
     * @param shown frames of a stack as they are to be shown; empty to leave it out
     */
    public static List<WeightedStack> of(
            Collection<DiagnosedOutlier> outliers,
            Map<Long, String> threadNames,
            Function<StackSample, Optional<List<StackFrame>>> shown) {
        OutlierStacks stacks = new OutlierStacks(threadNames, shown);
        outliers.forEach(stacks::add);
        return stacks.sums.heaviestFirst();
    }

    private void add(DiagnosedOutlier outlier) {
        boolean onPath = outlier.path().isPresent();
        boolean anySeen = false;
        for (int i = 0; i < outlier.stacks().size(); i++) {
            StackSample stack = outlier.stacks().get(i);
            long weightNs = outlier.stacksNs().get(i);
            if (outlier.owners().contains(stack.osThreadId()) && isOfOutlier(stack, weightNs, onPath)) {
                anySeen = true;
                boolean named = onPath || outlier.owners().size() > 1;
                shown.apply(stack)
                        .ifPresent(frames ->
                                sums.add(named ? belowThread(stack.osThreadId(), frames, onPath) : frames, weightNs));
            }
        }
        if (outlier.unseenNs() > 0) {
            sums.addUnseen(anySeen ? WeightedStack.BEFORE_FIRST_STACK : WeightedStack.NO_STACK, outlier.unseenNs());
        }
    }

    /**
     * Whether a stack of an outlier's thread is one of the outlier. A stack of a thread that was not on the path then says nothing of the iteration.
     *
     * @param weightNs the time that it stands for
     * @param onPath whether the outlier's path through threads is known
     */
    static boolean isOfOutlier(StackSample stack, long weightNs, boolean onPath) {
        return weightNs > 0 || !onPath && !stack.ofInterval();
    }

    /** Returns the stack below the name of its thread or, along a path, below the name of the pool. */
    private List<StackFrame> belowThread(long osThreadId, List<StackFrame> stack, boolean ofPool) {
        String own = threadNames.getOrDefault(osThreadId, Long.toString(osThreadId));
        String name = ofPool ? ThreadPools.name(own) : own;
        List<StackFrame> frames = new ArrayList<>(stack.size() + 1);
        frames.add(new StackFrame(WeightedStack.THREAD + name + "]", FrameKind.UNSEEN));
        frames.addAll(stack);
        return frames;
    }
}
