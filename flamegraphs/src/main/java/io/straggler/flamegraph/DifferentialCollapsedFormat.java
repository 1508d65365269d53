package io.straggler.flamegraph;

import io.straggler.model.StackFrame;
import java.io.IOException;
import java.util.Arrays;

/**
 * Collapsed stacks of two sides: {@code frame;frame before after}, as differential flame graph tools read them. A weight is what the
 * stack takes of a second of its side, in nanoseconds, so that both sides have the same whole.
 */
public final class DifferentialCollapsedFormat {
    private DifferentialCollapsedFormat() {}

    /** Writes every stack that has weight on a side, in the order of the tree, each line ended by a line feed. */
    public static void write(DifferentialTree tree, Appendable out) throws IOException {
        StringBuilder line = new StringBuilder();
        CallTree both = tree.tree();
        int[] lengthAt = new int[16];
        for (int node = 0; node < both.size(); node++) {
            int depth = both.depth(node);
            if (depth + 1 >= lengthAt.length) {
                lengthAt = Arrays.copyOf(lengthAt, lengthAt.length * 2);
            }
            line.setLength(lengthAt[depth]);
            if (depth > 0) {
                line.append(';');
            }
            StackFrame frame = both.frame(node);
            CollapsedFormat.appendName(line, frame);
            lengthAt[depth + 1] = line.length();
            long before = Math.round(tree.beforeSelfPerSecondNs(node));
            long after = Math.round(tree.afterSelfPerSecondNs(node));
            if (before > 0 || after > 0) {
                out.append(line)
                        .append(' ')
                        .append(Long.toString(before))
                        .append(' ')
                        .append(Long.toString(after))
                        .append('\n');
            }
        }
    }
}
