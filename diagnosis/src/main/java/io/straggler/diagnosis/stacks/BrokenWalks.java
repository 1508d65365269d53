package io.straggler.diagnosis.stacks;

import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Stacks of which the walk lost its way. A compiled method may keep its frame in a way that the walker does not know; what it takes for the callers is then
 * whatever lies there, such as frames of a call that is long over. Only the method on top is sure. The frames below it are left
 * out, or those of the nearest whole stack of the same iteration are put there that has the same method on top.
 *
 * <p>A walk ends at the first method of its thread, the same one nearly every time. One that ends elsewhere, with a mark of the profiler's, is broken.
 */
final class BrokenWalks {
    private static final Set<FrameKind> NOT_JAVA = EnumSet.of(FrameKind.NATIVE, FrameKind.CPP, FrameKind.KERNEL);

    private static final String LOST = "unknown";
    private static final String STOPPED = "break_";

    /** First methods, with how many stacks begin with each, by thread. */
    private final Map<Long, Map<String, Integer>> firsts = new HashMap<>();

    /** Their upper parts, by those of their frames that are sure. */
    private final Set<List<StackFrame>> upperParts = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Stacks of all threads, which are recorded as the profiler walked them. */
    BrokenWalks(List<StackSample> recorded) {
        Set<Long> suspects = new HashSet<>();
        recorded.stream()
                .filter(sample -> marked(sample.frames()))
                .forEach(sample -> suspects.add(sample.osThreadId()));
        for (StackSample sample : recorded) {
            if (suspects.contains(sample.osThreadId())) {
                firsts.computeIfAbsent(sample.osThreadId(), thread -> new HashMap<>())
                        .merge(first(sample.frames()), 1, Integer::sum);
            }
        }
    }

    private static boolean marked(List<StackFrame> frames) {
        StackFrame root = frames.get(0);
        return NOT_JAVA.contains(root.kind())
                && (root.name().equals(LOST) || root.name().startsWith(STOPPED));
    }

    /** The method that all others were called by; empty if there is none. */
    private static String first(List<StackFrame> frames) {
        for (StackFrame frame : frames) {
            if (!NOT_JAVA.contains(frame.kind())) {
                return frame.name();
            }
        }
        return "";
    }

    /** The frames that are sure: all of a whole stack, and of a broken one from the method on top of it on. */
    List<StackFrame> sure(StackSample sample) {
        List<StackFrame> frames = sample.frames();
        int top = top(frames);
        if (!marked(frames) || top < 0 || endsAsUsual(sample)) {
            return frames;
        }
        List<StackFrame> upper = List.copyOf(frames.subList(top, frames.size()));
        upperParts.add(upper);
        return upper;
    }

    private boolean endsAsUsual(StackSample sample) {
        Map<String, Integer> counts = firsts.get(sample.osThreadId());
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        return 2 * counts.get(first(sample.frames())) > all;
    }

    /** Where the method on top is, below which no native code is of any concern; −1 if there is none. */
    private static int top(List<StackFrame> frames) {
        int top = frames.size() - 1;
        while (top >= 0 && NOT_JAVA.contains(frames.get(top).kind())) {
            top--;
        }
        return top;
    }

    /** The stacks of one iteration, in order of time, with callers for those that lack them where another one has them. */
    List<StackSample> completed(List<StackSample> ofIteration) {
        if (upperParts.isEmpty()) {
            return ofIteration;
        }
        List<StackSample> completed = new ArrayList<>(ofIteration);
        completed.replaceAll(sample -> upperParts.contains(sample.frames()) ? completed(sample, ofIteration) : sample);
        return completed;
    }

    private StackSample completed(StackSample broken, List<StackSample> ofIteration) {
        String name = broken.frames().get(0).name();
        StackSample nearest = null;
        for (StackSample other : ofIteration) {
            if (other.osThreadId() == broken.osThreadId()
                    && !upperParts.contains(other.frames())
                    && top(other.frames()) > 0
                    && other.frames().get(top(other.frames())).name().equals(name)
                    && (nearest == null || away(other, broken) < away(nearest, broken))) {
                nearest = other;
            }
        }
        if (nearest == null) {
            return broken;
        }
        List<StackFrame> frames = new ArrayList<>(nearest.frames().subList(0, top(nearest.frames())));
        frames.addAll(broken.frames());
        return broken.with(frames);
    }

    private static long away(StackSample one, StackSample other) {
        return Math.abs(one.timeNs() - other.timeNs());
    }
}
