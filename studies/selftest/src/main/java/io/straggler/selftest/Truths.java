package io.straggler.selftest;

import io.straggler.model.file.InputFiles;
import io.straggler.model.file.WholeFile;
import io.straggler.selftest.fault.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Truths of one run: its labelled iterations in order of time, and the faults that could not be injected.
 *
 * @param seed seed of the plan
 * @param impossible faults that this machine does not allow, with the reason
 * @param places methods of the other faults, where there is one that stacks must show
 * @param labelled the iterations
 */
public record Truths(long seed, Map<Fault, String> impossible, Map<Fault, String> places, List<Truth> labelled) {
    static final int SCHEMA_VERSION = 1;

    /** Length of the file: thousands of injections take some megabytes. */
    private static final int MAX_BYTES = 1 << 28;

    public Truths {
        impossible = impossible.isEmpty() ? Map.of() : new EnumMap<>(impossible);
        places = places.isEmpty() ? Map.of() : new EnumMap<>(places);
        labelled = List.copyOf(labelled);
    }

    /** Writes {@code truth.json}; {@code docs/reference/selftest.md} describes it. */
    public void write(Path file) throws IOException {
        JsonMapper mapper = new JsonMapper();
        ObjectNode root = mapper.createObjectNode();
        root.put("schemaVersion", SCHEMA_VERSION);
        root.put("seed", seed);
        write(impossible, root.putObject("impossible"));
        write(places, root.putObject("places"));
        ArrayNode all = root.putArray("labelled");
        for (Truth truth : labelled) {
            ObjectNode one = all.addObject();
            one.put("intendedNs", truth.intendedNs());
            one.put("fault", truth.fault().id());
            one.put("wantedNs", truth.wantedNs());
            one.put("startNs", truth.startNs());
            one.put("endNs", truth.endNs());
            ObjectNode parts = one.putObject("partsNs");
            truth.partsNs().forEach((fault, ns) -> parts.put(fault.id(), ns));
        }
        WholeFile.write(file, mapper.writeValueAsString(root) + "\n");
    }

    private static void write(Map<Fault, String> texts, ObjectNode to) {
        texts.forEach((fault, text) -> to.put(fault.id(), text));
    }

    /**
     * Reads {@code truth.json}.
     *
     * @throws IOException if it is missing, cut off or not of this version
     */
    public static Truths read(Path file) throws IOException {
        try {
            JsonNode root = new JsonMapper().readTree(InputFiles.text(file, MAX_BYTES));
            if (root.path("schemaVersion").asInt(0) != SCHEMA_VERSION) {
                throw new IOException("truth.json must have schema version " + SCHEMA_VERSION + ": file=" + file);
            }
            List<Truth> labelled = new ArrayList<>();
            for (JsonNode one : root.get("labelled")) {
                labelled.add(truth(one));
            }
            return new Truths(
                    root.get("seed").asLong(), texts(root.get("impossible")), texts(root.get("places")), labelled);
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            throw new IOException("truth.json must be complete JSON: file=" + file, e);
        }
    }

    private static Map<Fault, String> texts(JsonNode object) {
        Map<Fault, String> texts = new EnumMap<>(Fault.class);
        for (Map.Entry<String, JsonNode> one : object.properties()) {
            texts.put(Fault.ofId(one.getKey()), one.getValue().asString());
        }
        return texts;
    }

    private static Truth truth(JsonNode one) {
        Map<Fault, Long> parts = new EnumMap<>(Fault.class);
        for (Map.Entry<String, JsonNode> part : one.get("partsNs").properties()) {
            parts.put(Fault.ofId(part.getKey()), part.getValue().asLong());
        }
        return new Truth(
                one.get("intendedNs").asLong(),
                Fault.ofId(one.get("fault").asString()),
                one.get("wantedNs").asLong(),
                one.get("startNs").asLong(),
                one.get("endNs").asLong(),
                parts);
    }
}
