package io.straggler.diagnosis.stacks;

import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Stacks of calls from their method on: what called it is the same for all of them, or of no interest. For one thread. */
public final class MethodStacks {
    /** Cut stacks by method and whole stack. Recordings share equal stacks; so do these. */
    private final Map<String, Map<List<StackFrame>, List<StackFrame>>> cut = new HashMap<>();

    /**
     * The stack from the outermost call of a method on; the same where it is not in it, as in the stack of another thread, or in one that is cut off.
     *
     * @param method with its class; empty for none
     */
    public StackSample below(String method, StackSample sample) {
        if (method.isEmpty()) {
            return sample;
        }
        List<StackFrame> frames = cut.computeIfAbsent(method, first -> new IdentityHashMap<>())
                .computeIfAbsent(sample.frames(), whole -> from(method, whole));
        return frames == sample.frames() ? sample : sample.with(frames);
    }

    private static List<StackFrame> from(String method, List<StackFrame> frames) {
        for (int i = 0; i < frames.size(); i++) {
            if (frames.get(i).name().equals(method)) {
                return i == 0 ? frames : List.copyOf(frames.subList(i, frames.size()));
            }
        }
        return frames;
    }
}
