package io.straggler.flamegraph.json;

import io.straggler.diagnosis.GrownFrame;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Writes where outliers work more as JSON, the same in every file. {@code docs/diagnosis-json.md} describes the fields. */
public final class GrownFramesJson {
    private GrownFramesJson() {}

    /** Writes one property of the object that is open. */
    public static void write(List<GrownFrame> grown, JsonGenerator json) {
        json.writeArrayPropertyStart("grownFrames");
        for (GrownFrame frame : grown) {
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
