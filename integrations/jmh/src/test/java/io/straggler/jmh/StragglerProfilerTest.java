package io.straggler.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.RunFolder;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.harness.series.LatencyLog;
import io.straggler.harness.series.LogSummary;
import io.straggler.jmh.users.Parsing;
import io.straggler.model.LatencyCounts;
import io.straggler.model.RunDescription;
import io.straggler.model.Series;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JMH in a process of its own, with its benchmarks, its libraries and the profiler's jar on the class path, and nothing else. */
@Tag("jar")
@Timeout(120)
class StragglerProfilerTest {
    private static final String PROFILER = "io.straggler.jmh.StragglerProfiler";
    private static final Pattern OF_JMH = Pattern.compile(".*/(jmh-core|jopt-simple|commons-math3)-[^/]*\\.jar");

    @TempDir
    private Path scratch;

    private String out;

    private Path runs() {
        return scratch.resolve("runs");
    }

    private static String classPath() {
        return Stream.concat(
                        Stream.of(System.getProperty("profiler"), "target/test-classes"),
                        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                                .filter(entry -> OF_JMH.matcher(entry).matches()))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** With short iterations of one thread, and quick compilers. */
    private int jmh(String profilerOptions, String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djmh.ignoreLock=true",
                "-Djava.io.tmpdir=" + scratch,
                "-cp",
                classPath(),
                "org.openjdk.jmh.Main",
                "-bm",
                "avgt",
                "-t",
                "1",
                "-p",
                "digits=8",
                "-prof",
                PROFILER + ":" + profilerOptions));
        words.addAll(List.of(arguments));
        Path outFile = scratch.resolve("out.txt");
        int code = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(outFile.toFile())
                .start()
                .waitFor();
        out = Files.readString(outFile);
        return code;
    }

    @Test
    void shouldNameWhatMakesTheSlowCallsSlowAndCountMeasuredCallsOnly() throws Exception {
        Path json = scratch.resolve("jmh.json");

        int code = jmh(
                "threshold=2ms;out=" + runs(),
                "Parsing.parse",
                "-p",
                "every=500",
                "-f",
                "1",
                "-wi",
                "1",
                "-w",
                "400ms",
                "-i",
                "2",
                "-r",
                "300ms",
                "-rf",
                "json",
                "-rff",
                json.toString());

        assertThat(code).as(out).isZero();
        JsonNode results = JsonMapper.shared().readTree(json.toFile());
        JsonNode slow = result(results, "parseSometimesMany");
        RunDescription run = run("parseSometimesMany");
        double calls = slow.at("/straggler.calls/score").asDouble();
        double outliers = slow.at("/straggler.outliers/score").asDouble();
        assertThat(calls).isEqualTo(run.iterations()).isGreaterThan(1_000);
        assertThat(run.environment().get("methods")).isEqualTo(Parsing.class.getName() + ".parseSometimesMany");
        long measuredMs = run.runs().get(0).endEpochMs() - run.runs().get(0).startEpochMs();
        assertThat(measuredMs).isBetween(500L, 30_000L);
        // A busy machine adds outliers of its own, and leaves less time for planted ones, of which each takes 4 ms.
        assertThat(outliers).isBetween(calls / 500 - 1, measuredMs / 4.0 + 10);
        assertThat(slow.at("/straggler.p99.9/score").asString())
                .satisfies(us -> assertThat(calls < 10_000 ? us.equals("NaN") : Double.parseDouble(us) > 3_500)
                        .as(us)
                        .isTrue());
        assertThat(slow.at("/straggler.p99.9/scoreUnit").asString()).isEqualTo("us/call");
        JsonNode coverage = diagnosis("parseSometimesMany").at("/coverage");
        assertThat(slow.at("/straggler.stacks/score").asDouble())
                .isEqualTo(100.0
                        * coverage.at("/withStack").asLong()
                        / coverage.at("/ranLong").asLong());
        // On a busy machine many outliers only waited for a core, and not all of those have a stack.
        assertThat(coverage.at("/ran/withStack").asLong())
                .as(coverage + ", " + run.sampler())
                .isPositive()
                .isGreaterThan(coverage.at("/ran/outliers").asLong() * 8 / 10);
        JsonNode causes = causes("parseSometimesMany");
        assertThat(causes.valueStream().map(cause -> cause.at("/label").asString() + ": " + where(cause)))
                .anyMatch(cause -> cause.matches("more work than usual: .*Parsing\\.parseMany.*"));
        assertThat(out)
                .containsPattern(
                        "\\d\\.\\d%  " + Pattern.quote(causes.at("/0/label").asString()))
                .contains(where(causes.get(0)))
                .contains("coordinated omission")
                .contains("report " + runs());
        // The calls of the other one are too short, unless a busy machine leaves them without a core for most of the
        // time.
        boolean tooShort = meanNs("parse") < 1_000;
        assertThat(Pattern.compile("Not printed: calls took \\d+ ns on average")
                        .matcher(out)
                        .find())
                .isEqualTo(tooShort);
        assertThat(result(results, "parse").propertyNames())
                .contains("straggler")
                .hasSize(tooShort ? 1 : 5);
    }

    /** Largest first. */
    private JsonNode causes(String method) throws IOException {
        return diagnosis(method).at("/budget/causes");
    }

    private JsonNode diagnosis(String method) throws IOException {
        return JsonMapper.shared().readTree(folder(method).diagnosisJson().toFile());
    }

    private static String where(JsonNode cause) {
        return cause.at("/where/0/what").asString("");
    }

    private double meanNs(String method) throws IOException {
        LatencyCounts latencies = LogSummary.of(LatencyLog.read(folder(method).latencyLog()), List.of())
                .counts(Series.LATENCY);
        double sumNs = 0;
        for (int i = 0; i < latencies.valuesNs().length; i++) {
            sumNs += (double) latencies.valuesNs()[i] * latencies.counts()[i];
        }
        return sumNs / run(method).iterations();
    }

    private static JsonNode result(JsonNode results, String method) {
        for (JsonNode result : results) {
            if (result.get("benchmark").asString().equals(Parsing.class.getName() + "." + method)) {
                return result.get("secondaryMetrics");
            }
        }
        throw new AssertionError("no result of " + method + ": " + results);
    }

    private RunDescription run(String method) throws IOException {
        RunFolder folder = folder(method);
        assertThat(FilledFolder.filling(folder)).isFalse();
        assertThat(folder.report()).exists();
        return folder.readRun();
    }

    private RunFolder folder(String method) throws IOException {
        try (Stream<Path> folders = Files.list(runs())) {
            return new RunFolder(
                    folders.filter(each -> each.getFileName().toString().startsWith("jmh-Parsing." + method + "-"))
                            .findFirst()
                            .orElseThrow());
        }
    }

    @Test
    void shouldRefuseJmhsOwnJvm() throws Exception {
        int code = jmh("out=" + runs(), "Parsing.parse$", "-f", "0", "-wi", "0", "-i", "1", "-r", "50ms");

        assertThat(code).as(out).isZero();
        assertThat(out)
                .contains(
                        "Not measured: with -f 0 the benchmark runs in JMH's own JVM, which has no agent. Use -f 1 or more.");
        assertThat(runs()).doesNotExist();
    }

    @Test
    void shouldSayInALineWhatIsWrongWithItsOptions() throws Exception {
        int code = jmh("threshold=soon", "Parsing.parse$", "-f", "1");

        assertThat(code).isEqualTo(1);
        assertThat(out)
                .contains(
                        "threshold must be a duration such as 5ms, a percentile such as p99.9, or auto: threshold=soon.\n")
                .doesNotContain("\tat ");
    }
}
