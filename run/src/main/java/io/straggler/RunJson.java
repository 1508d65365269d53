package io.straggler;

import com.fasterxml.jackson.annotation.Nulls;
import io.straggler.flamegraph.json.NoticeJson;
import io.straggler.model.Notice;
import io.straggler.model.RunDescription;
import io.straggler.model.file.InputFiles;
import io.straggler.model.file.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The file {@code run.json}. Apart from {@link RunFolder}, so that a measured JVM loads no library for JSON before it has measured. */
final class RunJson {
    private static final JsonMapper JSON = JsonMapper.builder()
            // Fixed line ends: a task may have removed the property that says how lines end.
            .defaultPrettyPrinter(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")))
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.FAIL))
            .addModule(new SimpleModule()
                    .addSerializer(Notice.class, new NoticeWriter())
                    .addDeserializer(Notice.class, new NoticeReader()))
            .build();

    /** Length of the file: a thousand times that of a usual one. */
    private static final int MAX_BYTES = 1 << 24;

    /** Sentences of the notices, beside their codes and counts. */
    private static final String WARNINGS = "warnings";

    private static final String NOTICES = "notices";
    private static final String SETTINGS = "settings";

    private RunJson() {}

    /** Whole or not at all: whoever reads meanwhile finds what was there before. */
    static void write(RunDescription run, Path file) throws IOException {
        ObjectNode root = JSON.valueToTree(run);
        ArrayNode warnings = root.putArray(WARNINGS);
        run.warnings().forEach(warnings::add);
        WholeFile.write(file, JSON.writeValueAsString(root) + "\n");
    }

    /**
     * Reads a file, in which all that a run says of itself is there and of its type.
     *
     * @throws RunFolderException if it is not a whole one of this version; the message names the field that is at fault
     */
    static RunDescription read(Path file) throws IOException {
        try {
            JsonNode root = JSON.readTree(InputFiles.text(file, MAX_BYTES));
            // First of all: another version may lack what this one must have.
            int version = root.path("schemaVersion").asInt(0);
            if (version != RunDescription.SCHEMA_VERSION) {
                throw new RunFolderException("run.json must have schema version " + RunDescription.SCHEMA_VERSION
                        + "; measure again, or use the Straggler that wrote it: schemaVersion=" + version + " file="
                        + file);
            }
            complete((ObjectNode) root);
            return JSON.treeToValue(root, RunDescription.class);
        } catch (DatabindException e) {
            throw new RunFolderException(
                    "run.json must have a value that it can have at " + field(e) + ": file=" + file, e);
        } catch (JacksonException e) {
            throw new RunFolderException("run.json must be complete JSON: file=" + file, e);
        }
    }

    /** The field that an exception is about, as {@code runs[0].status}. */
    private static String field(DatabindException e) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference step : e.getPath()) {
            if (step.getPropertyName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
            }
        }
        return path.isEmpty() ? "its beginning" : path.toString();
    }

    /** Adds what a file lacks that was written before there were notices, settings, and what its JVMs were started with and took. */
    private static void complete(ObjectNode root) {
        for (String later : List.of("launch", "use")) {
            if (!root.has(later)) {
                root.putNull(later);
            }
        }
        if (!root.has(NOTICES)) {
            ArrayNode notices = root.putArray(NOTICES);
            for (JsonNode warning : root.path(WARNINGS)) {
                notices.add(JSON.<JsonNode>valueToTree(EarlierRunJson.notice(warning.asString(""))));
            }
        }
        if (!root.has(SETTINGS)) {
            root.set(
                    SETTINGS,
                    JSON.valueToTree(EarlierRunJson.settings(
                            texts(root.path("optionsResolved")), texts(root.path("environment")))));
        }
    }

    private static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new LinkedHashMap<>();
        object.properties()
                .forEach(text -> texts.put(text.getKey(), text.getValue().asString("")));
        return texts;
    }

    private static final class NoticeWriter extends ValueSerializer<Notice> {
        @Override
        public void serialize(Notice notice, JsonGenerator json, SerializationContext context) {
            NoticeJson.write(notice, json);
        }
    }

    private static final class NoticeReader extends ValueDeserializer<Notice> {
        @Override
        public Notice deserialize(JsonParser json, DeserializationContext context) {
            JsonNode notice = context.readTree(json);
            Map<String, Long> counts = new LinkedHashMap<>();
            for (Map.Entry<String, JsonNode> count : notice.path("counts").properties()) {
                counts.put(count.getKey(), count.getValue().asLong(0));
            }
            return Notice.read(
                    notice.path("code").asString(""),
                    counts,
                    notice.path("sentence").asString(""));
        }
    }
}
