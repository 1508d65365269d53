package io.straggler.flamegraph.json;

import io.straggler.diagnosis.Standstills;
import tools.jackson.core.JsonGenerator;

/** Writes stops of all threads that no outlier shows as JSON, the same in every file. {@code docs/reference/diagnosis-json.md} describes the fields. */
public final class StandstillsJson {
    private StandstillsJson() {}

    /** Writes one property into the object that is open. */
    public static void write(Standstills standstills, JsonGenerator json) {
        json.writeObjectPropertyStart("standstills");
        json.writeNumberProperty("count", standstills.count());
        json.writeNumberProperty("longestNs", standstills.longestNs());
        json.writeNumberProperty("totalNs", standstills.totalNs());
        json.writeNumberProperty("leastNs", standstills.leastNs());
        json.writeBooleanProperty("scheduled", standstills.scheduled());
        json.writeArrayPropertyStart("byName");
        for (Standstills.Named named : standstills.byName()) {
            json.writeStartObject();
            BudgetJson.writeCause(named.cause(), json);
            PlaceJson.write("what", named.place(), json);
            json.writeNumberProperty("count", named.count());
            json.writeNumberProperty("longestNs", named.longestNs());
            json.writeNumberProperty("totalNs", named.totalNs());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
