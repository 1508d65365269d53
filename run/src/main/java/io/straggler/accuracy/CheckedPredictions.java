package io.straggler.accuracy;

import io.straggler.model.file.InputFiles;
import io.straggler.model.file.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Predictions of percentiles without a cause that were checked on this machine, because something removed that cause: kept beside the self test's results,
 * for each release of the JDK.
 *
 * @param checked how many
 * @param held those whose interval held what was measured
 */
public record CheckedPredictions(long checked, long held) {
    /** Version of the file's format. */
    private static final int SCHEMA_VERSION = 1;

    /** Length of the file. */
    private static final int MAX_BYTES = 1 << 16;

    private static final CheckedPredictions NONE = new CheckedPredictions(0, 0);

    /** Returns the predictions checked so far; none if there is no file of this machine that can be read. */
    public static CheckedPredictions ofThisMachine() {
        return read(file());
    }

    static CheckedPredictions read(Path file) {
        if (!Files.exists(file)) {
            return NONE;
        }
        try {
            JsonNode root = new JsonMapper().readTree(InputFiles.text(file, MAX_BYTES));
            boolean ours = root.path("schemaVersion").asInt(0) == SCHEMA_VERSION
                    && root.path("machine").asString("").equals(ThisMachine.describe());
            long checked = root.path("checked").asLong(0);
            long held = root.path("held").asLong(0);
            return ours && held >= 0 && checked >= held ? new CheckedPredictions(checked, held) : NONE;
        } catch (IOException | JacksonException e) {
            // A file that cannot be read is begun anew.
            return NONE;
        }
    }

    /** These and more. */
    public CheckedPredictions plus(long moreChecked, long moreHeld) {
        return new CheckedPredictions(checked + moreChecked, held + moreHeld);
    }

    /** Keeps them in place of those that there are. */
    public void keep() throws IOException {
        Path file = file();
        Files.createDirectories(file.getParent());
        ObjectNode root = JsonMapper.shared().createObjectNode();
        root.put("schemaVersion", SCHEMA_VERSION);
        root.put("machine", ThisMachine.describe());
        root.put("checked", checked);
        root.put("held", held);
        WholeFile.write(file, root.toPrettyString() + "\n");
    }

    private static Path file() {
        Path selftest = Accuracy.file(Runtime.version().feature(), Accuracy.LABORATORY);
        return selftest.resolveSibling("predictions-" + Runtime.version().feature() + ".json");
    }
}
