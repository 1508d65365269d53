package io.straggler.accuracy;

import io.straggler.model.file.InputFiles;
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
 * @param regime what surrounded the faults: {@link #LABORATORY} or {@link #APPLICATION}
 * @param startEpochMs when the self test began
 * @param injections how many injected faults all figures rest on
 * @param firstRank the share of the ranked injections, over all faults, for which the largest cause was right
 * @param wrong the share of them for which the largest cause was wrong; for the rest the diagnosis named no cause
 * @param byCause by the label of the cause
 */
public record Accuracy(
        String regime,
        long startEpochMs,
        int injections,
        OptionalDouble firstRank,
        OptionalDouble wrong,
        Map<String, OfCause> byCause) {
    /** Regime with one thing at a time, on a core that nothing else uses, from 20 µs on. */
    public static final String LABORATORY = "laboratory";

    /** Regime of busy programs. */
    public static final String APPLICATION = "application";

    /** Regime of busy programs whose iterations are handed from thread to thread. */
    public static final String PIPELINE = "pipeline";

    /** Outliers that take as long are of a program rather than of a laboratory. */
    private static final long APPLICATIONS_NS = 100_000;

    /** Version of the file's format. */
    public static final int SCHEMA_VERSION = 1;

    /** Length of the file. */
    private static final int MAX_BYTES = 1 << 24;

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

    /**
     * Returns the result of the last self test on this machine with this release of the JDK; empty if there was none
     * that can be read.
     *
     * @param thresholdNs of the run for which it is quoted: a self test of another regime says less of it, and is the second choice
     * @param asynchronous whether iterations of the run go from thread to thread: a self test of those on one thread says nothing of it
     */
    public static Optional<Accuracy> ofThisMachine(long thresholdNs, boolean asynchronous) {
        int feature = Runtime.version().feature();
        String machine = ThisMachine.describe();
        if (asynchronous) {
            return read(file(feature, PIPELINE), machine);
        }
        Optional<Accuracy> application = read(file(feature, APPLICATION), machine);
        Optional<Accuracy> laboratory = read(file(feature, LABORATORY), machine);
        return thresholdNs >= APPLICATIONS_NS ? application.or(() -> laboratory) : laboratory.or(() -> application);
    }

    /** The day and the minute, as people here read them. */
    public static String day(long epochMs) {
        return DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT)
                .format(Instant.ofEpochMilli(epochMs).atZone(ZoneId.systemDefault()));
    }

    /** Where the result for a JDK release is kept. */
    public static Path file(int feature, String regime) {
        return folder(System.getenv(FOLDER_VARIABLE), System.getenv("XDG_STATE_HOME"), System.getProperty("user.home"))
                .resolve("selftest-" + feature + (regime.equals(LABORATORY) ? "" : "-" + regime) + ".json");
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
            JsonNode root = new JsonMapper().readTree(InputFiles.text(file, MAX_BYTES));
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
            OfCause metrics =
                    new OfCause(fault.get("injections").asInt(), metric(fault, "precision"), metric(fault, "recall"));
            for (JsonNode cause : fault.get("causes")) {
                // The first fault of a cause is the one that is named after it.
                causes.putIfAbsent(cause.asString(), metrics);
            }
        }
        return new Accuracy(
                root.path("regime").asString(LABORATORY),
                root.get("startEpochMs").asLong(),
                score.get("injections").asInt(),
                metric(score, "firstRank"),
                wrong(score),
                causes);
    }

    private static OptionalDouble wrong(JsonNode score) {
        int ranked = score.get("ranked").asInt();
        int wrong = ranked
                - score.get("rankedRight").asInt()
                - score.path("rankedSilent").asInt(0);
        return ranked == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) wrong / ranked);
    }

    private static OptionalDouble metric(JsonNode of, String name) {
        JsonNode value = of.get(name);
        return value.isNull() ? OptionalDouble.empty() : OptionalDouble.of(value.asDouble());
    }
}
