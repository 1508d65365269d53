package io.straggler.flamegraph.json;

import io.straggler.model.Notice;
import tools.jackson.core.JsonGenerator;

/** A notice of a run: its code and counts for programs, its sentence for people. */
public final class NoticeJson {
    private NoticeJson() {}

    /** Writes one object. */
    public static void write(Notice notice, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("code", notice.code().label());
        json.writeObjectPropertyStart("counts");
        notice.counts().forEach(json::writeNumberProperty);
        json.writeEndObject();
        json.writeStringProperty("sentence", notice.sentence());
        json.writeEndObject();
    }
}
