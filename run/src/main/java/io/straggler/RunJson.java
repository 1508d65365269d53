package io.straggler;

import io.straggler.model.RunDescription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/** The file {@code run.json}. Apart from {@link RunFolder}, so that a measured JVM loads no library for JSON before it has measured. */
final class RunJson {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .build();

    private RunJson() {}

    /** Whole or not at all: whoever reads meanwhile finds what was there before. To replace a file otherwise is to delete it first. */
    static void write(RunDescription run, Path file) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
        Files.writeString(unfinished, JSON.writeValueAsString(run) + "\n");
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** @throws RunFolderException if it is not a whole one of this version */
    static RunDescription read(Path file) throws IOException {
        try {
            JsonNode root = JSON.readTree(Files.readString(file));
            // First of all: another version may lack what this one must have.
            int version = root.path("schemaVersion").asInt(0);
            if (version != RunDescription.SCHEMA_VERSION) {
                throw new RunFolderException("run.json must have schema version " + RunDescription.SCHEMA_VERSION
                        + "; measure again, or use the Straggler that wrote it: schemaVersion=" + version + " file="
                        + file);
            }
            return JSON.treeToValue(root, RunDescription.class);
        } catch (JacksonException e) {
            throw new RunFolderException("run.json must be complete JSON: file=" + file, e);
        }
    }
}
