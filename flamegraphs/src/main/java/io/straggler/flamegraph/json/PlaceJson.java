package io.straggler.flamegraph.json;

import io.straggler.model.Place;
import io.straggler.model.WaitedFor;
import io.straggler.model.WaitedFor.Blocked;
import io.straggler.model.WaitedFor.Running;
import io.straggler.model.WaitedFor.Within;
import tools.jackson.core.JsonGenerator;

/**
 * Writes places as JSON, the same in every file: the sentence for people, and beside it the parts, where the sentence has more than one.
 * {@code docs/reference/diagnosis-json.md} describes the fields.
 */
public final class PlaceJson {
    /** How files spell that a thread was blocked itself, beside the words of {@link Running}. */
    public static final String BLOCKED = "blocked";

    /** Word in files for a thread that was at work. */
    public static final String WITHIN = "within";

    private PlaceJson() {}

    /**
     * Writes properties into the object that is open.
     *
     * @param name of the one that is the sentence
     */
    public static void write(String name, Place place, JsonGenerator json) {
        json.writeStringProperty(name, place.words());
        if (!place.equals(Place.of(place.what()))) {
            writeParts(place, json);
        }
    }

    private static void writeParts(Place place, JsonGenerator json) {
        writePart("call", place.what(), json);
        writePart("on", place.on(), json);
        writePart("caller", place.caller(), json);
        writePart("onThread", place.thread(), json);
        place.partner().ifPresent(partner -> writePartner(partner, json));
    }

    private static void writePart(String name, String part, JsonGenerator json) {
        if (!part.isEmpty()) {
            json.writeStringProperty(name, part);
        }
    }

    private static void writePartner(WaitedFor partner, JsonGenerator json) {
        json.writeObjectPropertyStart("partner");
        json.writeStringProperty("thread", partner.thread());
        json.writeStringProperty("role", JsonNames.of(partner.role()));
        if (partner.did() instanceof Blocked blocked) {
            json.writeStringProperty("did", BLOCKED);
            json.writeStringProperty("in", JsonNames.of(blocked.kind()));
            if (!blocked.place().isEmpty()) {
                write("at", blocked.place(), json);
            }
        } else if (partner.did() instanceof Within within) {
            json.writeStringProperty("did", WITHIN);
            write("at", within.place(), json);
        } else if (partner.did() instanceof Running running && running != Running.UNKNOWN) {
            json.writeStringProperty("did", JsonNames.of(running));
        }
        json.writeEndObject();
    }
}
