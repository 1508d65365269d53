package io.straggler.flamegraph.json;

import io.straggler.diagnosis.OverRepresentedFrame;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Writes where outliers work more as JSON, the same in every file. {@code docs/reference/diagnosis-json.md} describes the fields. */
public final class OverRepresentedFramesJson {
    private OverRepresentedFramesJson() {}

    /** Writes one property of the object that is open. */
    public static void write(List<OverRepresentedFrame> overRepresented, JsonGenerator json) {
        json.writeArrayPropertyStart("overRepresentedFrames");
        for (OverRepresentedFrame frame : overRepresented) {
            json.writeStartObject();
            json.writeStringProperty("name", frame.name());
            RunJson.writeFinite("outlierShare", frame.outlierShare(), json);
            RunJson.writeFinite("normalShare", frame.normalShare(), json);
            RunJson.writeFinite("leastGrowth", frame.leastGrowth(), json);
            RunJson.writeFinite("mostGrowth", frame.mostGrowth(), json);
            json.writeNumberProperty("outliers", frame.outliers());
            json.writeNumberProperty("normalStacks", frame.normalStacks());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
