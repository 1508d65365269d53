package io.straggler.flamegraph.json;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.model.StackFrame;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Writes stacks as JSON: lists of numbers, and what each number means. {@code docs/reference/diagnosis-json.md} describes the fields. */
final class FramesJson {
    private final FrameTable frames = new FrameTable();

    /** Writes a stack into the object that is open. */
    void writeStack(List<StackFrame> stack, JsonGenerator json) {
        int[] indexes = frames.indexesOf(stack);
        json.writeName("frames");
        json.writeArray(indexes, 0, indexes.length);
    }

    void writeStacks(String name, List<WeightedStack> stacks, JsonGenerator json) {
        json.writeArrayPropertyStart(name);
        for (WeightedStack stack : stacks) {
            json.writeStartObject();
            json.writeNumberProperty("weightNs", stack.weightNs());
            json.writeNumberProperty("samples", stack.samples());
            writeStack(stack.frames(), json);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Writes every frame that was met so far; so, last. */
    void writeFrames(JsonGenerator json) {
        json.writeArrayPropertyStart("frames");
        for (StackFrame frame : frames.frames()) {
            json.writeStartObject();
            json.writeStringProperty("name", frame.name());
            json.writeStringProperty("kind", JsonNames.of(frame.kind()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
