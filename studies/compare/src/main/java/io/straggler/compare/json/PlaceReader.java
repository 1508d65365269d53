package io.straggler.compare.json;

import io.straggler.flamegraph.json.PlaceJson;
import io.straggler.model.Evidence;
import io.straggler.model.Partner;
import io.straggler.model.Place;
import io.straggler.model.WaitedFor;
import io.straggler.model.WaitedFor.Blocked;
import io.straggler.model.WaitedFor.Running;
import io.straggler.model.WaitedFor.Within;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Reads places back that {@link PlaceJson} wrote. */
final class PlaceReader {
    private static final Constants<Partner.Role> ROLES = new Constants<>(Partner.Role.values());
    private static final Constants<Evidence.Kind> KINDS = new Constants<>(Evidence.Kind.values());
    private static final Constants<Running> RUNNING = new Constants<>(Running.values());

    private PlaceReader() {}

    /**
     * The place of an object.
     *
     * @param name of the property that is the sentence; it is all of the place where there are no parts
     */
    static Place of(String name, JsonNode node) {
        if (!node.has("call")
                && !node.has("on")
                && !node.has("caller")
                && !node.has("partner")
                && !node.has("onThread")) {
            return Place.of(node.required(name).asString());
        }
        return new Place(
                part("call", node),
                part("on", node),
                part("caller", node),
                Optional.ofNullable(node.get("partner")).map(PlaceReader::partner),
                part("onThread", node));
    }

    private static String part(String name, JsonNode node) {
        return node.has(name) ? node.required(name).asString() : "";
    }

    private static WaitedFor partner(JsonNode node) {
        return new WaitedFor(
                node.required("thread").asString(),
                ROLES.of(node.required("role").asString()),
                did(node));
    }

    private static WaitedFor.Did did(JsonNode node) {
        String did = part("did", node);
        if (did.equals(PlaceJson.BLOCKED)) {
            return new Blocked(KINDS.of(node.required("in").asString()), node.has("at") ? of("at", node) : Place.NONE);
        }
        if (did.equals(PlaceJson.WITHIN)) {
            return new Within(of("at", node));
        }
        return did.isEmpty() ? Running.UNKNOWN : RUNNING.of(did);
    }
}
