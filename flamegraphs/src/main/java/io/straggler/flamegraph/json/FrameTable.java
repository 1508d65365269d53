package io.straggler.flamegraph.json;

import io.straggler.model.StackFrame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers frames in the order in which they are met, so that files hold each name once. Not thread-safe. */
public final class FrameTable {
    private final Map<StackFrame, Integer> indexes = new HashMap<>();
    private final List<StackFrame> frames = new ArrayList<>();

    /** The frame's number, from 0; a new one for a frame that was not met before. */
    public int indexOf(StackFrame frame) {
        Integer known = indexes.putIfAbsent(frame, frames.size());
        if (known != null) {
            return known;
        }
        frames.add(frame);
        return frames.size() - 1;
    }

    /** The numbers of a stack's frames, in its order. */
    public int[] indexesOf(List<StackFrame> stack) {
        return stack.stream().mapToInt(this::indexOf).toArray();
    }

    /** Every frame met so far, by number. */
    public List<StackFrame> frames() {
        return List.copyOf(frames);
    }
}
