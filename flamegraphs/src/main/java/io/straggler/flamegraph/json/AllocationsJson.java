package io.straggler.flamegraph.json;

import io.straggler.diagnosis.Allocations;
import java.util.function.UnaryOperator;
import tools.jackson.core.JsonGenerator;

/** Writes what was allocated before GC pauses as JSON, the same in every file. {@code docs/reference/diagnosis-json.md} describes the fields. */
public final class AllocationsJson {
    private AllocationsJson() {}

    /**
     * Writes one property into the object that is open.
     *
     * @param naming how names of the program are written
     */
    public static void write(Allocations allocations, UnaryOperator<String> naming, JsonGenerator json) {
        json.writeObjectPropertyStart("allocations");
        json.writeNumberProperty("samples", allocations.samples());
        json.writeNumberProperty("bytes", allocations.bytes());
        json.writeArrayPropertyStart("parts");
        for (Allocations.Part part : allocations.parts()) {
            json.writeStartObject();
            json.writeStringProperty("class", naming.apply(part.objectClass()));
            json.writeStringProperty("method", naming.apply(part.method()));
            json.writeNumberProperty("bytes", part.bytes());
            RunJson.writeFinite("share", allocations.share(part), json);
            json.writeNumberProperty("samples", part.samples());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
