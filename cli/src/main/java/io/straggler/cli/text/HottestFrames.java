package io.straggler.cli.text;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.model.FrameKind;
import io.straggler.model.LibraryMethods;
import io.straggler.model.PlatformMethods;
import io.straggler.model.StackFrame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The frames in which outliers spent most of the time that stacks cover, running or blocked, each with the task's own code that called it. */
final class HottestFrames {
    /** Smallest share of the time that is shown: less would be printed as nothing. */
    private static final double LEAST = 0.0005;

    private HottestFrames() {}

    /** How many of the task's own frames say how it came to the one that ran. */
    private static final int CALLERS = 2;

    /**
     * A frame and its share.
     *
     * @param share of the time that stacks stand for, 0 to 1
     * @param path the frame that ran, then the closest frames of the task's own package above it
     * @param samples stacks that this rests on
     */
    record Share(double share, List<String> path, long samples) {}

    static List<Share> of(List<WeightedStack> stacks, String home, int most) {
        Map<List<String>, long[]> sums = new LinkedHashMap<>();
        long seenNs = 0;
        for (WeightedStack stack : stacks) {
            StackFrame leaf = stack.frames().get(stack.frames().size() - 1);
            if (leaf.kind() == FrameKind.UNSEEN) {
                continue;
            }
            seenNs += stack.weightNs();
            long[] sum = sums.computeIfAbsent(path(stack.frames(), home), key -> new long[2]);
            sum[0] += stack.weightNs();
            sum[1] += stack.samples();
        }
        double total = Math.max(1, seenNs);
        return sums.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<List<String>, long[]> entry) -> -entry.getValue()[0]))
                .limit(most)
                .map(entry -> new Share(entry.getValue()[0] / total, entry.getKey(), entry.getValue()[1]))
                .filter(share -> share.share() >= LEAST)
                .toList();
    }

    private static List<String> path(List<StackFrame> frames, String home) {
        int leaf = ran(frames, home);
        List<String> path = new ArrayList<>();
        path.add(shortened(frames.get(leaf).name(), home));
        for (int i = leaf - 1; i >= 0 && path.size() <= CALLERS; i--) {
            if (isOwn(frames.get(i).name(), home)) {
                path.add(shortened(frames.get(i).name(), home));
            }
        }
        return path;
    }

    /** Whether a frame is of the task: where no package is known to be its own, of no library. */
    private static boolean isOwn(String name, String home) {
        return home.isEmpty()
                ? !PlatformMethods.contain(name) && !LibraryMethods.contain(name) && name.indexOf('.') > 0
                : name.startsWith(home);
    }

    /**
     * The last frame that a reader knows: for native code the method of the JDK that it is behind; and where the task's own code called into the JVM, what it called. What
     * is further up, such as the system's call for a wait, is the same for a hundred reasons.
     */
    private static int ran(List<StackFrame> frames, String home) {
        int leaf = frames.size() - 1;
        int java = leaf;
        while (java >= 0 && frames.get(java).kind().isNative()) {
            java--;
        }
        if (java == leaf || java < 0) {
            return leaf;
        }
        return !home.isEmpty() && frames.get(java).name().startsWith(home) ? java + 1 : java;
    }

    /** Class and method for the task's own code; everything else keeps its package. */
    private static String shortened(String name, String home) {
        return name.startsWith(home) ? name.substring(home.length()) : name;
    }
}
