package io.straggler.flamegraph.json;

import io.straggler.diagnosis.IterationGroup;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Writes the groups that iterations are in as JSON. {@code docs/reference/diagnosis-json.md} describes the fields. */
public final class GroupsJson {
    private GroupsJson() {}

    /**
     * Writes properties into the object that is open.
     *
     * @param by what the groups differ in
     */
    public static void write(String by, List<IterationGroup> groups, JsonGenerator json) {
        json.writeStringProperty("groupedBy", by);
        json.writeArrayPropertyStart("groups");
        groups.forEach(group -> write(group, json));
        json.writeEndArray();
    }

    private static void write(IterationGroup group, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("name", group.name());
        json.writeNumberProperty("count", group.latencies().count());
        RunJson.writeKnown("p50Ns", group.valueNs(50), json);
        RunJson.writeKnown("p99Ns", group.valueNs(99), json);
        RunJson.writeKnown("p999Ns", group.valueNs(99.9), json);
        json.writeNumberProperty("maxNs", group.latencies().maxNs());
        json.writeNumberProperty("outliers", group.outliers());
        json.writeNumberProperty("excessNs", group.excessNs());
        group.leading().ifPresent(leading -> {
            json.writeStringProperty("cause", JsonNames.of(leading.cause()));
            json.writeStringProperty("label", leading.cause().label());
            json.writeNumberProperty("causeNs", leading.ns());
        });
        json.writeEndObject();
    }
}
