package io.straggler.cli;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The frames in which outliers spent most of their running time, each with the task's own code that called it. */
final class FattestFrames {
    private FattestFrames() {}

    /**
     * A frame and its share.
     *
     * @param share of the time that stacks stand for, 0 to 1
     * @param frame what was running
     * @param caller the closest frame of the task's package above it; empty if it is one itself, or there is none
     * @param samples stacks that this rests on
     */
    record Share(double share, String frame, String caller, long samples) {}

    static List<Share> of(List<WeightedStack> stacks, String task, int most) {
        String home = packageOf(task);
        Map<List<String>, long[]> sums = new LinkedHashMap<>();
        long seenNs = 0;
        for (WeightedStack stack : stacks) {
            StackFrame leaf = stack.frames().get(stack.frames().size() - 1);
            if (leaf.kind() == FrameKind.UNSEEN) {
                continue;
            }
            seenNs += stack.weightNs();
            long[] sum = sums.computeIfAbsent(List.of(leaf.name(), caller(stack.frames(), home)), key -> new long[2]);
            sum[0] += stack.weightNs();
            sum[1] += stack.samples();
        }
        double total = Math.max(1, seenNs);
        return sums.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<List<String>, long[]> entry) -> -entry.getValue()[0]))
                .limit(most)
                .map(entry -> new Share(
                        entry.getValue()[0] / total,
                        entry.getKey().get(0),
                        entry.getKey().get(1),
                        entry.getValue()[1]))
                .toList();
    }

    private static String caller(List<StackFrame> frames, String home) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (frames.get(i).name().startsWith(home)) {
                return i == frames.size() - 1 ? "" : frames.get(i).name();
            }
        }
        return "";
    }

    private static String packageOf(String task) {
        int dot = task.lastIndexOf('.');
        return dot < 0 ? task : task.substring(0, dot + 1);
    }
}
