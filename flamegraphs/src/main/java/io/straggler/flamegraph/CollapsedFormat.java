package io.straggler.flamegraph;

import io.straggler.model.StackFrame;
import java.io.IOException;
import java.util.Arrays;

/**
 * Collapsed stacks: one line per stack, root first, {@code frame;frame;frame weight}, which most flame graph tools read.
 *
 * <p>A semicolon in a name becomes a colon, and a control character or line break a space: the format has no escapes. Stacks
 * without weight in the chosen unit are left out.
 */
public final class CollapsedFormat {
    private CollapsedFormat() {}

    /** Unit of a line's weight. */
    public enum Unit {
        NANOSECONDS,
        SAMPLES
    }

    /** Writes every stack of the tree in its order, each line ended by a line feed. */
    public static void write(CallTree tree, Unit unit, Appendable out) throws IOException {
        StringBuilder line = new StringBuilder();
        int[] lengthAt = new int[16];
        for (int node = 0; node < tree.size(); node++) {
            int depth = tree.depth(node);
            if (depth + 1 >= lengthAt.length) {
                lengthAt = Arrays.copyOf(lengthAt, lengthAt.length * 2);
            }
            line.setLength(lengthAt[depth]);
            if (depth > 0) {
                line.append(';');
            }
            appendName(line, tree.frame(node));
            lengthAt[depth + 1] = line.length();
            long weight = unit == Unit.SAMPLES ? tree.selfSamples(node) : tree.selfNs(node);
            if (weight > 0) {
                out.append(line).append(' ').append(Long.toString(weight)).append('\n');
            }
        }
    }

    static void appendName(StringBuilder line, StackFrame frame) {
        String name = frame.name();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == ';') {
                line.append(':');
            } else if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                line.append(' ');
            } else {
                line.append(c);
            }
        }
    }
}
