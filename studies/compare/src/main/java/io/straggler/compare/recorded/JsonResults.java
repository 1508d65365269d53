package io.straggler.compare.recorded;

import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Files in JSON: JMH's results, or a summary of k6. */
final class JsonResults {
    private JsonResults() {}

    static RecordedFile read(Path file, Selection selection) {
        JsonNode root;
        try {
            root = new JsonMapper().readTree(file.toFile());
        } catch (JacksonException e) {
            throw RecordedFiles.refused(file + " is damaged or cut off: it is no JSON from line "
                    + Math.max(1, e.getLocation().getLineNr()) + " on.");
        }
        if (root.isArray() && root.path(0).has("primaryMetric")) {
            return JmhResults.read(file, root, selection);
        }
        if (root.path("metrics").isObject()) {
            return K6Summary.read(file, root.path("metrics"), selection);
        }
        throw RecordedFiles.unknown(file);
    }
}
