package io.straggler.flamegraph.page;

import io.straggler.flamegraph.json.FrameTable;
import io.straggler.model.Evidence;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import java.io.StringWriter;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/** The JSON that a page's scripts read: a private contract between a page and its scripts. */
public final class PageJson {
    /** No mapper: to load one takes longer than to write most pages. */
    private static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private PageJson() {}

    /** Pure ASCII JSON of one object whose properties {@code content} writes. */
    public static String object(Consumer<JsonGenerator> content) {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            content.accept(json);
            json.writeEndObject();
        }
        return out.toString();
    }

    /** Writes what numbers stand for, into the object that is open. */
    public static void writeWords(JsonGenerator json) {
        json.writeArrayPropertyStart("evidenceKinds");
        for (Evidence.Kind kind : Evidence.Kind.values()) {
            json.writeString(kind.label());
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("frameKinds");
        for (FrameKind kind : FrameKind.values()) {
            json.writeString(kind.label());
        }
        json.writeEndArray();
    }

    /** Writes every frame met so far, into the object that is open. */
    public static void writeFrames(FrameTable frames, JsonGenerator json) {
        json.writeObjectPropertyStart("frames");
        json.writeArrayPropertyStart("names");
        for (StackFrame frame : frames.frames()) {
            json.writeString(frame.name());
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("kinds");
        for (StackFrame frame : frames.frames()) {
            json.writeNumber(frame.kind().ordinal());
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
