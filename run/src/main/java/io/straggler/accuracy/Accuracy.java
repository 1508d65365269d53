package io.straggler.accuracy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * How often the diagnosis was right on this machine, as the last self test left it for others to quote.
 *
 * @param startEpochMs when the self test began
 * @param injections behind all figures
 * @param firstRank how often the largest answer was right, over all faults
 * @param byCause by the label of the cause
 */
public record Accuracy(long startEpochMs, int injections, OptionalDouble firstRank, Map<String, OfCause> byCause) {
    /** Of the file. */
    public static final int SCHEMA_VERSION = 1;

    /** Names the folder for the results, for tests and for machines without a home. */
    public static final String FOLDER_VARIABLE = "STRAGGLER_STATE_HOME";

    public Accuracy {
        byCause = Map.copyOf(byCause);
    }

    /**
     * One cause.
     *
     * @param injections of the fault that has this cause
     */
    public record OfCause(int injections, OptionalDouble precision, OptionalDouble recall) {}

    /** What the last self test on this machine, with this release of the JDK, found; nothing if there was none that can be read. */
    public static Optional<Accuracy> ofThisMachine() {
        return read(file(Runtime.version().feature()), ThisMachine.describe());
    }

    /** The day and the minute, as people here read them. */
    public static String day(long epochMs) {
        return DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT)
                .format(Instant.ofEpochMilli(epochMs).atZone(ZoneId.systemDefault()));
    }

    /** Where the result for a JDK release is kept. */
    public static Path file(int feature) {
        return folder(System.getenv(FOLDER_VARIABLE), System.getenv("XDG_STATE_HOME"), System.getProperty("user.home"))
                .resolve("selftest-" + feature + ".json");
    }

    /** {@code STRAGGLER_STATE_HOME}, else {@code straggler} in {@code XDG_STATE_HOME}, else in the home's usual place. */
    static Path folder(String own, String state, String home) {
        if (own != null && !own.isEmpty()) {
            return Path.of(own);
        }
        return (state != null && !state.isEmpty() ? Path.of(state) : Path.of(home, ".local", "state"))
                .resolve("straggler");
    }

    /** @param machine whose result it must be */
    static Optional<Accuracy> read(Path file, String machine) {
        if (!Files.exists(file)) {
            // The usual case, for which no mapper has to be loaded.
            return Optional.empty();
        }
        try {
            JsonNode root = new JsonMapper().readTree(Files.readString(file));
            boolean ours = root.path("schemaVersion").asInt(0) == SCHEMA_VERSION
                    && root.path("machine").asString("").equals(machine);
            return ours ? Optional.of(of(root)) : Optional.empty();
        } catch (IOException | JacksonException | NullPointerException e) {
            // A quotation that cannot be had is left out; the self test can be repeated.
            return Optional.empty();
        }
    }

    private static Accuracy of(JsonNode root) {
        Map<String, OfCause> causes = new LinkedHashMap<>();
        JsonNode score = root.get("score");
        for (JsonNode fault : score.get("faults")) {
            OfCause figures =
                    new OfCause(fault.get("injections").asInt(), figure(fault, "precision"), figure(fault, "recall"));
            for (JsonNode cause : fault.get("causes")) {
                // The first fault of a cause is the one that is named after it.
                causes.putIfAbsent(cause.asString(), figures);
            }
        }
        return new Accuracy(
                root.get("startEpochMs").asLong(), score.get("injections").asInt(), figure(score, "firstRank"), causes);
    }

    private static OptionalDouble figure(JsonNode of, String name) {
        JsonNode value = of.get(name);
        return value.isNull() ? OptionalDouble.empty() : OptionalDouble.of(value.asDouble());
    }
}
