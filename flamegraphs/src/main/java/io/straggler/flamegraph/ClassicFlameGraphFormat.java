package io.straggler.flamegraph;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import one.convert.Arguments;
import one.convert.CallStack;
import one.convert.FlameGraph;
import one.convert.Frame;

/**
 * The flame graph page of async-profiler's converter, for those who are used to it. Names are made harmless first: the converter
 * writes them into a script, which a name could end.
 */
public final class ClassicFlameGraphFormat {
    private ClassicFlameGraphFormat() {}

    /**
     * Writes the page to {@code out}, which stays open. Widths are nanoseconds.
     *
     * @param minWidth share of the whole, 0 to 1, below which a frame is left out
     */
    public static void write(String title, List<WeightedStack> stacks, double minWidth, OutputStream out)
            throws IOException {
        Arguments arguments = new Arguments();
        arguments.minwidth = 100 * minWidth;
        arguments.title = harmless(title).replace("<", "").replace("&", "");
        FlameGraph graph = new FlameGraph(arguments);
        for (WeightedStack stack : stacks) {
            CallStack frames = new CallStack();
            for (StackFrame frame : stack.frames()) {
                frames.push(harmless(frame.name()), type(frame.kind()));
            }
            graph.addSample(frames, stack.weightNs());
        }
        graph.dump(out);
    }

    /** Without what ends a script or a comment, and without characters that a script's text cannot hold. */
    static String harmless(String name) {
        StringBuilder safe = new StringBuilder(name.length());
        name.codePoints().forEach(c -> {
            char last = safe.isEmpty() ? ' ' : safe.charAt(safe.length() - 1);
            boolean lonely = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
            if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029' || lonely) {
                safe.append(' ');
            } else if (last == '<' && (c == '/' || c == '!')) {
                safe.append(c == '/' ? '\u2215' : '\u01c3');
            } else if (last == '<' && (c == 's' || c == 'S')) {
                // Only with a comment before it, but then a second script element swallows the end of the first.
                safe.append('\u200a').appendCodePoint(c);
            } else {
                safe.appendCodePoint(c == '\\' ? '\u2216' : c);
            }
        });
        return safe.toString();
    }

    private static byte type(FrameKind kind) {
        return switch (kind) {
            case INTERPRETED -> Frame.TYPE_INTERPRETED;
            case COMPILED, JAVA -> Frame.TYPE_JIT_COMPILED;
            case COMPILED_C1 -> Frame.TYPE_C1_COMPILED;
            case INLINED -> Frame.TYPE_INLINED;
            case NATIVE, UNSEEN -> Frame.TYPE_NATIVE;
            case CPP -> Frame.TYPE_CPP;
            case KERNEL -> Frame.TYPE_KERNEL;
        };
    }
}
