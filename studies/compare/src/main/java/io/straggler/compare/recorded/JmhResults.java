package io.straggler.compare.recorded;

import io.straggler.diagnosis.statistics.Fork;
import io.straggler.model.LatencyCounts;
import io.straggler.model.file.InputFiles;
import io.straggler.model.text.Durations;
import io.straggler.model.text.TerminalText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JMH's result file: of mode {@code sample} it holds a histogram for each fork and iteration, in the unit of the score. */
final class JmhResults {
    private static final String SAMPLE = "sample";

    /** Calls in one bucket of a histogram; sums of millions of buckets are then within a long. */
    private static final long MAX_COUNT = 1L << 40;

    /** Characters of a message that quotes the file. */
    private static final int MAX_QUOTED = 100;

    /** Fields of a result that may differ, too. */
    private static final Map<String, String> FACTS = Map.of(
            "jdkVersion", "JDK",
            "vmName", "JVM",
            "jvmArgs", "JVM arguments",
            "threads", "threads",
            "measurementTime", "length of an iteration",
            "jmhVersion", "JMH");

    private JmhResults() {}

    static RecordedFile read(Path file, Selection selection) throws IOException {
        JsonNode root = root(file);
        if (!root.path(0).has("primaryMetric")) {
            throw RecordedFiles.unknown(file);
        }
        List<JsonNode> sampled = root.valueStream()
                .filter(result -> SAMPLE.equals(result.path("mode").asString("")))
                .toList();
        if (sampled.isEmpty()) {
            String modes = root.valueStream()
                    .map(result -> result.path("mode").asString(""))
                    .distinct()
                    .collect(Collectors.joining(", "));
            throw RecordedFiles.refused(file + " holds no distributions, as its benchmarks ran in mode " + modes
                    + ": run JMH with -bm sample -rf json.");
        }
        JsonNode result = selection.pick(file, Tool.JMH.noun(), sampled, JmhResults::name, "");
        Map<String, String> facts = new LinkedHashMap<>();
        FACTS.forEach((field, name) -> facts.put(name, text(result.path(field))));
        facts.put("unit", result.path("primaryMetric").path("scoreUnit").asString(""));
        return new RecordedFile(file, Tool.JMH, name(result), forks(file, result), facts, List.of());
    }

    /** The whole file, within Jackson's limits on depth and digits: so a hostile one does not overflow the stack. */
    private static JsonNode root(Path file) throws IOException {
        try (InputStream in = InputFiles.openExpanded(file)) {
            return new JsonMapper().readTree(in);
        } catch (StreamConstraintsException e) {
            throw RecordedFiles.refused(
                    file + " is damaged: JMH nests nothing so deeply, and writes no number or text so long.");
        } catch (JacksonException e) {
            TokenStreamLocation place = e.getLocation();
            throw RecordedFiles.refused(file + " is damaged or cut off: it is no JSON from line "
                    + (place == null ? 1 : Math.max(1, place.getLineNr())) + " on.");
        }
    }

    /** {@code com.acme.Task.run (size=10)}. */
    private static String name(JsonNode result) {
        StringJoiner params = new StringJoiner(", ", " (", ")").setEmptyValue("");
        result.path("params")
                .propertyStream()
                .forEach(param ->
                        params.add(param.getKey() + "=" + param.getValue().asString("")));
        return result.path("benchmark").asString("") + params;
    }

    private static String text(JsonNode value) {
        return value.isArray()
                ? value.valueStream().map(one -> one.asString("")).collect(Collectors.joining(" "))
                : value.asString("");
    }

    private static List<Fork> forks(Path file, JsonNode result) {
        ValueUnit unit = unit(file, result);
        long iterationNs = iterationNs(result.path("measurementTime").asString(""));
        List<Fork> forks = new ArrayList<>();
        for (JsonNode fork : result.path("primaryMetric").path("rawDataHistogram")) {
            List<LatencyCounts> iterations = new ArrayList<>();
            fork.forEach(iteration -> iterations.add(latencies(file, iteration, unit)));
            if (iterations.stream().anyMatch(one -> one.total() > 0)) {
                forks.add(new Fork(file + " fork " + (forks.size() + 1), iterations, iterationNs));
            }
        }
        if (forks.isEmpty()) {
            throw RecordedFiles.refused(file + " holds no samples of " + name(result) + ".");
        }
        return forks;
    }

    private static ValueUnit unit(Path file, JsonNode result) {
        String score = result.path("primaryMetric").path("scoreUnit").asString("");
        return ValueUnit.of(score.replaceFirst("/op$", ""))
                .orElseThrow(
                        () -> RecordedFiles.refused(file + " must give times in ns/op, us/op, ms/op or s/op: scoreUnit="
                                + TerminalText.fit(score, MAX_QUOTED)));
    }

    private static LatencyCounts latencies(Path file, JsonNode iteration, ValueUnit unit) {
        CountedValues values = new CountedValues();
        for (JsonNode pair : iteration) {
            double value = pair.path(0).asDouble(-1);
            long count = pair.path(1).asLong(-1);
            if (value < 0 || count < 0 || count > MAX_COUNT) {
                throw RecordedFiles.refused(file + " is damaged: a histogram must hold pairs of a value and a count: "
                        + TerminalText.fit(pair.toString(), MAX_QUOTED));
            }
            values.add(unit.ns(value), count);
        }
        return values.latencies();
    }

    /** Only their relation matters where forks are compared as wholes. */
    private static long iterationNs(String text) {
        try {
            return Math.max(1, Durations.parseNs(text));
        } catch (IllegalArgumentException e) {
            return 1_000_000_000;
        }
    }
}
