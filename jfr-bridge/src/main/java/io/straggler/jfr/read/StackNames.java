package io.straggler.jfr.read;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Stack traces of recordings as the model's frames. Equal frames and stacks of all chunks are the same objects. Of a stack with more than
 * {@value #MAX_FRAMES} frames those closest to the leaf are kept, as the JVM itself does from 2,048 on at most.
 */
final class StackNames {
    static final int MAX_FRAMES = 8_192;

    private final StackDetail detail;
    private final Map<StackFrame, StackFrame> knownFrames = new HashMap<>();
    private final Map<List<StackFrame>, List<StackFrame>> knownStacks = new HashMap<>();
    private final Map<Long, List<StackFrame>> ofChunk = new HashMap<>();
    private final Map<Long, String> methodsOfChunk = new HashMap<>();

    StackNames(StackDetail detail) {
        this.detail = detail;
    }

    /** Ids mean something else in every chunk: has to be called before each. */
    void nextChunk() {
        ofChunk.clear();
        methodsOfChunk.clear();
    }

    /** The stack that an event refers to, root first; empty when the chunk does not hold it. */
    List<StackFrame> stackOf(EventView event) {
        long id = event.number("stackTrace");
        List<StackFrame> known = ofChunk.get(id);
        if (known == null) {
            known = decode(event);
            ofChunk.put(id, known);
        }
        return known;
    }

    private List<StackFrame> decode(EventView event) {
        EventView trace = event.row("stackTrace");
        if (trace == null) {
            return List.of();
        }
        List<StackFrame> frames = new ArrayList<>();
        List<EventView> rows = trace.rows("frames");
        for (EventView frame : rows.subList(0, Math.min(rows.size(), MAX_FRAMES))) {
            StackFrame named = new StackFrame(method(frame), kind(frame.textOrEmpty("type")), line(frame));
            frames.add(knownFrames.computeIfAbsent(named, same -> same));
        }
        Collections.reverse(frames);
        return knownStacks.computeIfAbsent(List.copyOf(frames), same -> same);
    }

    private String method(EventView frame) {
        long id = frame.number("method");
        String name = methodsOfChunk.get(id);
        if (name == null) {
            EventView method = frame.row("method");
            name = method == null ? "" : JvmNames.ofMethod(method);
            name = name.isEmpty() ? "[unknown]" : name;
            methodsOfChunk.put(id, name);
        }
        return name;
    }

    /** Frames of native code have 0 or −1. */
    private int line(EventView frame) {
        return detail == StackDetail.LINES ? Math.max(0, frame.intNumber("lineNumber")) : 0;
    }

    private static FrameKind kind(String description) {
        return switch (description) {
            case "Interpreted" -> FrameKind.INTERPRETED;
            case "JIT compiled" -> FrameKind.COMPILED;
            case "C1 compiled" -> FrameKind.COMPILED_C1;
            case "Inlined" -> FrameKind.INLINED;
            case "Native" -> FrameKind.NATIVE;
            case "C++" -> FrameKind.CPP;
            case "Kernel" -> FrameKind.KERNEL;
            default -> FrameKind.JAVA;
        };
    }
}
