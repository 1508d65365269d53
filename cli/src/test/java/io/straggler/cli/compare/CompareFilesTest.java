package io.straggler.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.WrittenRuns;
import io.straggler.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command on files that other tools wrote. */
class CompareFilesTest {
    @TempDir
    private Path scratch;

    private CommandLineRun compare(String a, String b, String... more) {
        return CommandLineRun.ofComparison(a, b, out(), more);
    }

    private Path out() {
        return scratch.resolve("comparison");
    }

    /** Logs of so many runs, with commas between. */
    private String logs(String name, int runs, double factor) {
        return IntStream.range(0, runs)
                .mapToObj(i -> new WrittenRuns()
                        .seed((long) (1_000 * factor) + i)
                        .factor(factor)
                        .write(scratch.resolve(name + i))
                        .latencyLog()
                        .toString())
                .collect(Collectors.joining(","));
    }

    /** JMH's results of one fork: of so many calls, the median and the worst, in microseconds. */
    private String oneFork(String name, int count, int medianUs, int worstUs) throws IOException {
        String text = String.format(Locale.ROOT, """
                [{"benchmark": "com.acme.Task.run", "mode": "sample", "measurementTime": "1 s",
                  "primaryMetric": {"scoreUnit": "us/op", "rawDataHistogram": [[[[%d, %d], [%d, %d]]]]}}]
                """, medianUs, count / 2, worstUs, count - count / 2);
        return Files.writeString(scratch.resolve(name), text).toString();
    }

    private JsonNode json() throws IOException {
        return JsonMapper.shared().readTree(Files.readString(out().resolve("comparison.json")));
    }

    @Test
    void shouldGiveVerdictsOfLogsOfSeveralRunsAndJudgeGates() throws Exception {
        Path markdown = scratch.resolve("comment.md");
        CommandLineRun compare = compare(
                logs("a", 5, 1),
                logs("b", 5, 1.3),
                "--fail-if",
                "regressed p99 > 5%",
                "--require",
                "p99 < 1ms",
                "--allow-undecided",
                "--fail-if",
                "outliers > 1%",
                "--markdown",
                markdown.toString());

        assertThat(compare.exitCode()).as(compare.err() + compare.out()).isEqualTo(3);
        assertThat(compare.out())
                .contains("resamples of 5 and 5 JVMs", "nothing is said of causes", "comparison.html")
                .containsPattern("p50 +8\\.\\d+ µs +10\\.\\d+ µs .* regressed")
                .contains("gate FAILED     regressed p99 > 5%", "gate passed     p99 < 1ms")
                .contains("gate UNDECIDED  outliers > 1%: outlier rate is not known: the files name no threshold")
                .doesNotContain("where the latency of outliers went", "outlier took");
        assertThat(compare.out().lines()).allMatch(line -> line.length() <= 100 || line.contains(scratch.toString()));
        JsonNode json = json();
        assertThat(json.at("/metrics/0/verdict").asString()).isEqualTo("regressed");
        assertThat(json.at("/basis/unitsA").asInt()).isEqualTo(5);
        assertThat(json.at("/a/series").asString()).isEqualTo("latency");
        assertThat(json.propertyNames()).doesNotContain("frames", "thresholdNs").contains("limits");
        assertThat(json.get("a").propertyNames()).doesNotContain("budget", "run");
        assertThat(Files.readString(out().resolve("comparison.html"))).contains("regressed");
        assertThat(Files.readString(markdown))
                .contains("| regressed |", "**failed**")
                .doesNotContain("outliers' latency");
    }

    @Test
    void shouldPutValuesSideBySideAndLeaveGatesUndecided() throws Exception {
        String a = oneFork("a.json", 100_000, 120, 900);
        String b = oneFork("b.json", 100_000, 150, 1_000);

        CommandLineRun compare =
                compare(a, b, "--require", "p50 < 1ms", "--require", "p50 < 500us", "--fail-if", "regressed p50");

        assertThat(compare.exitCode()).as(compare.err()).isEqualTo(4);
        assertThat(compare.out())
                .containsPattern("\n  p50 +120 µs +150 µs\n")
                .containsPattern("\n  p99.99 +900 µs +1 ms\n")
                .contains("No verdict. a.json has one fork, so nothing is known of how much one JVM differs")
                .contains("gate passed     p50 < 1ms: p50 has no interval, but none of 100,000")
                .contains("gate UNDECIDED  p50 < 500us: p50 is 150 µs, without an interval")
                .contains("gate UNDECIDED  regressed p50: p50 has no verdict")
                .doesNotContain("95%", "regressed\n", "%]");
        JsonNode json = json();
        assertThat(json.get("basis").isNull()).isTrue();
        assertThat(json.at("/noVerdict").asString()).startsWith("a.json has one fork");
        assertThat(json.at("/a/percentiles/0/valueNs").asLong()).isEqualTo(120_000);
        assertThat(json.at("/metrics/0/relative").isNull()).isTrue();
    }

    @Test
    void shouldSayInOneLineWhyItDoesNotCompare() throws Exception {
        String jmh = oneFork("a.json", 100_000, 120, 900);
        String log = logs("a", 1, 1);
        String folder = Path.of(log).getParent().toString();
        String empty = Files.createFile(scratch.resolve("empty.hlog")).toString();
        String foreign =
                Files.writeString(scratch.resolve("foreign.txt"), "hello\n").toString();
        String printed = Files.writeString(scratch.resolve("wrk.txt"), "Running 10s test @ http://127.0.0.1\n")
                .toString();
        String nested = Files.writeString(scratch.resolve("nested.json"), "[{\"a\":".repeat(100_000))
                .toString();

        assertRefused(
                "wrk.txt is a table of wrk or wrk2, which is one observation of each percentile and allows no verdict: write an "
                        + "HdrHistogram interval log (.hlog) of each run, and compare those.",
                printed,
                log);
        assertRefused("nested.json is damaged: JMH nests nothing so deeply", nested, log);
        assertRefused("is empty.", empty, log);
        assertRefused("holds no latencies in a form that is known", foreign, log);
        assertRefused(
                "There is no such run folder or file",
                log,
                scratch.resolve("missing").toString());
        assertRefused("Compare folders with folders, or files with files", folder, log);
        assertRefused("the sides must come from one tool", log, jmh);
        assertRefused("a run compared with itself says nothing", folder, folder);
        assertRefused("--series and --unit are for files of other tools", folder, folder, "--unit", "ns");
        assertRefused(
                "--series may be given once, or twice", log, log, "--series", "a", "--series", "b", "--series", "c");
        assertRefused("has none by the name of put among its series: latency", log, log, "--series", "put");
        assertThat(out()).doesNotExist();
    }

    private void assertRefused(String message, String a, String b, String... more) throws Exception {
        CommandLineRun compare = compare(a, b, more);
        assertThat(compare.exitCode()).as(compare.err()).isEqualTo(1);
        assertThat(compare.err()).contains(message);
        assertThat(compare.err().strip().lines().count()).as(compare.err()).isEqualTo(1);
        assertThat(compare.out()).isEmpty();
    }
}
