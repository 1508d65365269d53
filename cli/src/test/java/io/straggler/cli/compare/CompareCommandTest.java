package io.straggler.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.RunFolder;
import io.straggler.WrittenRuns;
import io.straggler.cli.CommandLineRun;
import io.straggler.compare.json.ComparisonJsonFormat;
import io.straggler.model.RunStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command in a process of its own, on run folders that were written for the purpose. */
class CompareCommandTest {
    @TempDir
    private Path scratch;

    private RunFolder run(String name, WrittenRuns runs) {
        return runs.diagnosed().write(scratch.resolve(name));
    }

    private CommandLineRun compare(Object a, Object b, String... more) {
        return CommandLineRun.ofComparison(a, b, out(), more);
    }

    private Path out() {
        return scratch.resolve("comparison");
    }

    @Test
    void shouldTellTheSameStoryOnTheTerminalAndInTheFile() throws Exception {
        RunFolder a = run("a", new WrittenRuns().forks(8));
        RunFolder b = run("b", new WrittenRuns().forks(8).seed(2).factor(1.3).fact("jvm", "25"));

        CommandLineRun compare = compare(a.path(), b.path());

        assertThat(compare.exitCode()).as(compare.err() + compare.out()).isZero();
        assertThat(compare.out())
                .contains("jvm: 17 against 25", "outlier rate", "excess latency", "comparison.html")
                .containsPattern(
                        "p50 +8\\.\\d+ µs +10\\.\\d+ µs +\\+(29|30|31)(\\.\\d)?% +\\[\\+2\\d.*, \\+3\\d.*\\] +±\\S+  regressed")
                .containsPattern("p99 .* regressed")
                .contains("p99.99 ")
                .doesNotContain("improved");
        assertThat(compare.out().lines()).allMatch(line -> line.length() <= 100 || line.contains(scratch.toString()));
        JsonNode json = JsonMapper.shared().readTree(Files.readString(out().resolve("comparison.json")));
        assertThat(json.at("/pairing").asString()).isEqualTo("unpaired");
        assertThat(json.at("/differences/0/name").asString()).isEqualTo("jvm");
        assertThat(json.at("/differences/0/b").asString()).isEqualTo("25");
        assertThat(Files.readString(out().resolve("comparison.html"))).contains("regressed");
        assertThat(json.at("/metrics/0/metric").asString()).isEqualTo("p50");
        assertThat(json.at("/metrics/0/verdict").asString()).isEqualTo("regressed");
        assertThat(json.at("/metrics/0/relative/value").asDouble()).isBetween(0.28, 0.32);
        assertThat(json.at("/basis/units").asString()).isEqualTo("forks");
        assertThat(compare.out()).contains(json.at("/basis/sentence").asString().split(" ")[0]);
    }

    @Test
    void shouldFindNoDifferenceBetweenRepeats() throws Exception {
        RunFolder a = run("a", new WrittenRuns().forks(8));
        RunFolder b = run("b", new WrittenRuns().forks(8).seed(2));

        CommandLineRun compare =
                compare(a.path(), b.path(), "--fail-if", "regressed p99", "--json", "-", "--names", "before,after");

        assertThat(compare.exitCode()).as(compare.err()).isZero();
        assertThat(compare.err())
                .contains("no difference found", "  A  before   " + a.path(), "  B  after   " + b.path())
                .containsPattern("\n +before +after +B − A")
                .doesNotContain("regressed  ", "improved");
        JsonNode json = JsonMapper.shared().readTree(compare.out());
        assertThat(json.at("/schemaVersion").asInt()).isEqualTo(ComparisonJsonFormat.SCHEMA_VERSION);
        assertThat(json.at("/a/label").asString()).isEqualTo("before");
        assertThat(json.at("/b/places/0").asString()).isEqualTo(b.path().toString());
    }

    @Test
    void shouldTakeSeveralFoldersForOneSide() throws Exception {
        RunFolder one = run("days/monday", new WrittenRuns().forks(3));
        run("days/tuesday", new WrittenRuns().forks(3).seed(3));
        RunFolder b = run("b", new WrittenRuns().forks(6).seed(2));

        CommandLineRun folder = compare(scratch.resolve("days"), b.path());
        assertThat(folder.exitCode()).as(folder.err()).isZero();
        assertThat(folder.out()).contains("2 runs");
        JsonNode json = JsonMapper.shared().readTree(Files.readString(out().resolve("comparison.json")));
        assertThat(json.at("/basis/unitsA").asInt()).isEqualTo(6);

        assertThat(one.path()).exists();
    }

    @Test
    void shouldRefuseASideThatNamesARunTwice() throws Exception {
        Path run = run("run", new WrittenRuns()).path();
        Path other = run("other", new WrittenRuns().seed(2)).path();
        Path link = Files.createSymbolicLink(scratch.resolve("link"), run);

        assertRefused(1, run + " is named twice in ", Path.of(run + "," + run), other);
        assertRefused(1, link + " is named twice in ", other, Path.of(run + "," + link));
        assertThat(out()).doesNotExist();
    }

    @Test
    void shouldExitWithThreeWhenAGateFailsForCertain() throws Exception {
        RunFolder a = run("a", new WrittenRuns().forks(8));
        RunFolder b = run("b", new WrittenRuns().forks(8).seed(2).factor(1.3));
        Path junit = scratch.resolve("gates.xml");
        Path markdown = scratch.resolve("gates.md");

        CommandLineRun compare = compare(
                a.path(),
                b.path(),
                "--fail-if",
                "regressed p99 > 5%",
                "--fail-if",
                "p50 > 1s",
                "--junit",
                junit.toString(),
                "--markdown",
                markdown.toString());

        assertThat(compare.exitCode()).as(compare.err()).isEqualTo(3);
        assertThat(compare.out())
                .containsPattern("gate FAILED +regressed p99 > 5%: p99 changed by \\+")
                .containsPattern("gate passed +p50 > 1s: p50 is 10\\.");
        assertThat(Files.readString(junit))
                .contains(
                        "tests=\"2\" failures=\"1\" errors=\"0\"",
                        "name=\"regressed p99 &gt; 5%\"><failure message=\"p99");
        assertThat(Files.readString(markdown))
                .contains("| p99 | ", "| regressed |", "- **failed** `regressed p99 > 5%`: p99 changed by");
    }

    @Test
    void shouldExitWithFourWhenAGateCannotBeDecided() throws Exception {
        RunFolder a = run("a", new WrittenRuns());
        RunFolder b = run("b", new WrittenRuns().seed(2));

        CommandLineRun compare = compare(a.path(), b.path(), "--fail-if", "p99.999 > 1s");

        assertThat(compare.exitCode()).isEqualTo(4);
        assertThat(compare.out()).contains("gate UNDECIDED").contains("p99.999 is not measurable");
    }

    @Test
    void shouldLetUndecidedGatesPassIfThatIsAllowed() throws Exception {
        RunFolder a = run("a", new WrittenRuns());
        RunFolder b = run("b", new WrittenRuns().seed(2));

        CommandLineRun compare = compare(a.path(), b.path(), "--require", "p99.999 < 1s", "--allow-undecided");

        assertThat(compare.exitCode()).as(compare.err()).isEqualTo(0);
        assertThat(compare.out()).contains("gate UNDECIDED");
    }

    @Test
    void shouldShowWhatIsKnownOfRunsThatAreTooShortForAnyInterval() throws Exception {
        RunFolder a = run("a", new WrittenRuns().tenths(2));
        RunFolder b = run("b", new WrittenRuns().tenths(2).seed(2));

        CommandLineRun compare = compare(a.path(), b.path(), "--require", "p99 not worse than 5%", "--allow-undecided");

        assertThat(compare.exitCode()).as(compare.err()).isEqualTo(2);
        assertThat(compare.out())
                .containsPattern("(?m)^  p50 +\\d+\\.\\d+ µs +\\d+\\.\\d+ µs +– +– +–  not measurable")
                .contains("There is too little for any interval: measure longer, or with more forks.")
                .contains("gate UNDECIDED");
        assertThat(out().resolve("comparison.json")).content().contains("too little for any interval");
        assertThat(out().resolve("comparison.html")).exists();
    }

    @Test
    void shouldSayInOneLineWhyItDoesNotCompare() throws Exception {
        RunFolder good = run("good", new WrittenRuns());
        RunFolder failed = run("failed", new WrittenRuns().status(RunStatus.FAILED, "iteration 7 threw"));
        RunFolder faster = run("faster", new WrittenRuns().schedule("uniform 9,000/s"));
        RunFolder other = run("other", new WrittenRuns().task("com.acme.Other"));
        Path empty = Files.createDirectory(scratch.resolve("empty"));

        assertRefused(
                2, "holds a run that failed, so it cannot be compared: iteration 7 threw", good.path(), failed.path());
        assertRefused(1, "rate and arrivals must be the same on both sides", good.path(), faster.path());
        assertRefused(1, "the sides are different tasks", good.path(), other.path());
        assertRefused(1, "is no run folder, and holds none", good.path(), empty);
        assertRefused(1, "There is no such run folder", good.path(), scratch.resolve("missing"));
        assertRefused(1, "--fail-if: gate must be like", good.path(), good.path(), "--fail-if", "slow");
        assertRefused(
                1,
                "': a lower bound is a requirement; write --require 'p99 < 1ms'",
                good.path(),
                good.path(),
                "--fail-if",
                "p99 < 1ms");
        assertRefused(
                1,
                "': an upper bound is what has to hold, as in --require 'p99 < 1ms'",
                good.path(),
                good.path(),
                "--require",
                "p99 > 1ms");
        assertThat(out()).doesNotExist();
    }

    private void assertRefused(int code, String message, Path a, Path b, String... more) throws Exception {
        CommandLineRun compare = compare(a, b, more);
        assertThat(compare.exitCode()).as(compare.err()).isEqualTo(code);
        assertThat(compare.err()).contains(message);
        assertThat(compare.err().strip().lines().count()).as(compare.err()).isLessThanOrEqualTo(1);
        assertThat(compare.out()).isEmpty();
    }
}
