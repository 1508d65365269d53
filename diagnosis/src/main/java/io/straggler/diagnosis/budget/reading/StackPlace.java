package io.straggler.diagnosis.budget.reading;

import io.straggler.model.LibraryMethods;
import io.straggler.model.Place;
import io.straggler.model.PlatformMethods;
import io.straggler.model.StackFrame;
import java.util.List;

/**
 * Names the place of a stack by as few frames as identify it: the program's method that ran or, if that called into the JDK, the program's
 * method and the JDK's method that it called. What the JDK calls in turn is left out, so that a hundred places in {@code String.format} are
 * one.
 */
public final class StackPlace {
    private StackPlace() {}

    /**
     * The place; the leaf itself when no Java code is in the stack.
     *
     * @param task the task's name, or the methods whose calls are iterations, as the user named them
     */
    static Place of(List<StackFrame> frames, String task) {
        int leaf = frames.size() - 1;
        while (leaf >= 0 && isNoMethod(frames.get(leaf))) {
            leaf--;
        }
        if (leaf < 0) {
            return Place.of(frames.get(frames.size() - 1).name());
        }
        String name = frames.get(leaf).name();
        if (!PlatformMethods.contain(name)) {
            return Place.of(name);
        }
        String called = name;
        for (int i = leaf - 1; i >= 0; i--) {
            if (!isNoMethod(frames.get(i))) {
                if (!PlatformMethods.contain(frames.get(i).name())) {
                    return Place.of(called)
                            .calledBy(
                                    LibraryMethods.contain(frames.get(i).name())
                                            ? caller(frames.subList(0, i + 1), task)
                                            : frames.get(i).name());
                }
                called = frames.get(i).name();
            }
        }
        return Place.of(name);
    }

    /** The method closest to the leaf that is not the JDK's own; empty when there is none. */
    static String caller(List<StackFrame> frames) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (!isNoMethod(frames.get(i))
                    && !PlatformMethods.contain(frames.get(i).name())) {
                return frames.get(i).name();
            }
        }
        return "";
    }

    /**
     * The program's method closest to the leaf, through whatever libraries that called for it; empty when there is none.
     *
     * @param task the task's name, or the methods whose calls are iterations, as the user named them
     */
    public static String caller(List<StackFrame> frames, String task) {
        return LibraryMethods.calledBy(
                        frames.stream()
                                .filter(frame -> !isNoMethod(frame))
                                .map(StackFrame::name)
                                .toList(),
                        task)
                .orElse("");
    }

    /** Returns whether a frame is native code, or has no known method. */
    private static boolean isNoMethod(StackFrame frame) {
        return frame.kind().isNative() || frame.name().startsWith("[");
    }
}
