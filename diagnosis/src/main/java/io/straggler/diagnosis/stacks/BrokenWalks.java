package io.straggler.diagnosis.stacks;

import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Repairs stacks that the profiler failed to walk to the first frame. A compiled method may keep its frame in a way that the walker does
 * not know. The walker then takes for callers whatever lies there, such as frames of a call that ended long ago. Only the topmost compiled
 * method is sure, with what was inlined into it and the frames above it. The frames below it are replaced by those of the nearest whole
 * stack of the same iteration that has the same methods on top. If there is no such stack, they are left out.
 *
 * <p>Most walks of a thread end at the same first method. A walk that ends elsewhere, at a frame by which the profiler marks a failure, is
 * broken. If no method is the first in most stacks of a thread, none of its stacks counts as broken.
 */
final class BrokenWalks {
    private static final String LOST = "unknown";
    private static final String STOPPED = "break_";

    /** Where the JVM is giving up compiled code there are no callers to be found, and the frames above are sound. */
    private static final String DEOPTIMISING = "break_deopt";

    /** The method that most stacks of a thread begin with; threads that have none are missing. */
    private final Map<Long, String> firsts = new HashMap<>();

    /** Upper parts of broken stacks, by identity: equal lists of whole stacks are not among them. */
    private final Set<List<StackFrame>> upperParts = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Stacks of all threads, which are recorded as the profiler walked them. */
    BrokenWalks(List<StackSample> recorded) {
        Map<Long, Map<String, Integer>> counts = new HashMap<>();
        recorded.stream()
                .filter(sample -> marked(sample.frames()))
                .forEach(sample -> counts.put(sample.osThreadId(), new HashMap<>()));
        for (StackSample sample : recorded) {
            Map<String, Integer> ofThread = counts.get(sample.osThreadId());
            String first = first(sample.frames());
            if (ofThread != null && !first.isEmpty()) {
                ofThread.merge(first, 1, Integer::sum);
            }
        }
        counts.forEach((thread, ofThread) -> {
            int all = ofThread.values().stream().mapToInt(Integer::intValue).sum();
            ofThread.forEach((first, count) -> {
                if (2 * count > all) {
                    firsts.put(thread, first);
                }
            });
        });
    }

    private static boolean marked(List<StackFrame> frames) {
        StackFrame root = frames.get(0);
        return root.kind().isNative()
                && (root.name().equals(LOST)
                        || root.name().startsWith(STOPPED) && !root.name().equals(DEOPTIMISING));
    }

    /** The method that all others were called by; empty if there is none. */
    private static String first(List<StackFrame> frames) {
        for (StackFrame frame : frames) {
            if (!frame.kind().isNative()) {
                return frame.name();
            }
        }
        return "";
    }

    /** The frames that are sure: all of a whole stack, and of a broken one from the compiled method on top of it on. */
    List<StackFrame> sure(StackSample sample) {
        List<StackFrame> frames = sample.frames();
        int top = top(frames);
        String first = firsts.get(sample.osThreadId());
        if (sample.ofInterval() || !marked(frames) || top < 0 || first == null || first.equals(first(frames))) {
            return frames;
        }
        int compiled = top;
        while (compiled > 0 && frames.get(compiled).kind() == FrameKind.INLINED) {
            compiled--;
        }
        List<StackFrame> upper =
                List.copyOf(frames.subList(frames.get(compiled).kind().isNative() ? top : compiled, frames.size()));
        upperParts.add(upper);
        return upper;
    }

    /** The index of the method on top; −1 if there is none. */
    private static int top(List<StackFrame> frames) {
        int top = frames.size() - 1;
        while (top >= 0 && frames.get(top).kind().isNative()) {
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
        StackSample nearest = null;
        for (StackSample other : ofIteration) {
            if (other.osThreadId() == broken.osThreadId()
                    && !upperParts.contains(other.frames())
                    && !callers(other.frames(), broken.frames()).isEmpty()
                    && (nearest == null || away(other, broken) < away(nearest, broken))) {
                nearest = other;
            }
        }
        if (nearest == null) {
            return broken;
        }
        List<StackFrame> frames = new ArrayList<>(callers(nearest.frames(), broken.frames()));
        frames.addAll(broken.frames());
        return broken.with(frames);
    }

    /**
     * Returns the frames of a whole stack below the methods of a broken one; empty if the whole stack has other methods
     * on top.
     */
    private static List<StackFrame> callers(List<StackFrame> whole, List<StackFrame> broken) {
        int from = top(whole) - top(broken);
        if (from <= 0) {
            return List.of();
        }
        for (int i = 0; i <= top(broken); i++) {
            if (!whole.get(from + i).name().equals(broken.get(i).name())) {
                return List.of();
            }
        }
        return whole.subList(0, from);
    }

    private static long away(StackSample one, StackSample other) {
        return Math.abs(one.timeNs() - other.timeNs());
    }
}
