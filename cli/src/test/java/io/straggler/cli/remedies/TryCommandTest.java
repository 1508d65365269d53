package io.straggler.cli.remedies;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.RunFolder;
import io.straggler.cli.CommandLineRun;
import io.straggler.cli.fork.FakeJvms;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.tasks.Quick;
import io.straggler.model.Launch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Which JVMs are measured with which remedy, and what is made of what they leave; what they leave is made up. */
class TryCommandTest {
    @TempDir
    private Path scratch;

    private Path out() {
        return scratch.resolve("try");
    }

    private String[] arguments(String source, String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("try", source, "--out", out().toString(), "--percentile", "p50"));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private String[] ofTask(String... more) {
        List<String> arguments = new ArrayList<>(
                List.of("--rate", "1k/s", "--warmup", "200ms", "--duration", "600ms", "--remedies", "0"));
        arguments.addAll(List.of(more));
        return arguments(Quick.class.getName(), arguments.toArray(String[]::new));
    }

    private JsonNode ranking() throws Exception {
        return JsonMapper.shared().readTree(Files.readString(out().resolve("ranking.json")));
    }

    /** JVMs that take half as long with one property, and twice as long with another. */
    private static FakeJvms jvms() {
        return new FakeJvms((fork, run) -> {
            if (fork.jvmArguments().contains("-Drefused=1")) {
                return ExitCode.USAGE;
            }
            double factor = fork.jvmArguments().contains("-Dfast=1") ? 0.5 : 1;
            return FakeJvms.ok(run.factor(fork.jvmArguments().contains("-Dslow=1") ? 2 : factor));
        });
    }

    @Test
    void shouldRankTheUsersOwnRemediesByWhatTheyBring() throws Exception {
        FakeJvms jvms = jvms();
        CommandLineRun tried =
                CommandLineRun.of(jvms, ofTask("--with", "slow=-Dslow=1", "--with", "fast=-Dfast=1 --pin=0"));

        assertThat(tried.exitCode()).as(tried.err()).isZero();
        assertThat(tried.out())
                .contains("fast helps: p50", "for production   -Dfast=1 --pin=0", "harms", "slow")
                .contains("because every remedy was decided");
        JsonNode json = ranking();
        assertThat(json.get("answer").asString()).isEqualTo("found");
        assertThat(json.at("/remedies/0/name").asString()).isEqualTo("fast");
        assertThat(json.at("/remedies/0/standing").asString()).isEqualTo("helps");
        assertThat(json.at("/remedies/0/change/value").asDouble()).isBetween(-0.55, -0.45);
        assertThat(json.at("/remedies/1/standing").asString()).isEqualTo("harms");
        assertThat(out().resolve("as-it-is/report.html")).exists();
        assertThat(out().resolve("fast/report.html")).exists();
        assertThat(out().resolve("ranking.html")).exists();
        // The first one says what is late; then each round has one JVM of each side.
        int rounds = json.get("rounds").asInt();
        assertThat(jvms.started()).hasSize(1 + 3 * rounds);
        for (int round = 0; round < rounds; round++) {
            assertThat(jvms.started().subList(1 + 3 * round, 4 + 3 * round))
                    .extracting(fork -> fork.place().getParent().getFileName().toString())
                    .containsExactlyInAnyOrder("as-it-is", "fast", "slow");
        }
        assertThat(jvms.started().subList(1, jvms.started().size()))
                .allSatisfy(fork -> assertThat(fork.options()).containsEntry("threshold", "50000ns"));
        assertThat(jvms.started().stream().filter(fork -> fork.jvmArguments().contains("-Dfast=1")))
                .allSatisfy(fork -> assertThat(fork.options()).containsEntry("pin", "0"));
    }

    @Test
    void shouldGoOnWithoutARemedyThatTheJvmRefuses() throws Exception {
        CommandLineRun tried =
                CommandLineRun.of(jvms(), ofTask("--with", "refused=-Drefused=1", "--with", "fast=-Dfast=1"));

        assertThat(tried.exitCode()).as(tried.err()).isZero();
        assertThat(ranking().at("/remedies/1/standing").asString()).isEqualTo("out");
        assertThat(tried.out()).contains("not measured", "The JVM refused it");
        assertThat(out().resolve("refused")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"fast, 0", "slow, 3", "same, 4"})
    void shouldSayWithItsExitCodeWhetherARemedyHelps(String name, int exitCode) {
        CommandLineRun tried = CommandLineRun.of(
                jvms(),
                ofTask(
                        "--with",
                        name + "=-D" + name + "=1",
                        "--require",
                        name,
                        "--max-duration",
                        "1ns",
                        "--worth",
                        "1%"));
        boolean decided = exitCode != 4;
        CommandLineRun longer = decided
                ? CommandLineRun.of(jvms(), replaced(ofTask("--with", name + "=-D" + name + "=1", "--require", name)))
                : tried;

        assertThat(tried.exitCode()).as(tried.err()).isEqualTo(ExitCode.UNDECIDED);
        assertThat(longer.exitCode()).as(longer.err()).isEqualTo(exitCode);
    }

    private String[] replaced(String[] arguments) {
        arguments[3] = scratch.resolve("longer").toString();
        return arguments;
    }

    @Test
    void shouldMeasureARunAgainWithWhatItWasStartedWith() throws Exception {
        FakeJvms jvms = jvms();
        Path run = scratch.resolve("run");
        CommandLineRun first = CommandLineRun.of(
                jvms,
                "run",
                Quick.class.getName(),
                "--jvm-arg=-Dmine=1",
                "--rate",
                "1k/s",
                "--warmup",
                "200ms",
                "--duration",
                "60s",
                "--out",
                run.toString());
        assertThat(first.exitCode()).as(first.err()).isZero();
        Launch launch = new RunFolder(run).readRun().launch().orElseThrow();
        assertThat(launch.program()).isEqualTo(Quick.class.getName());
        assertThat(launch.jvmArguments()).endsWith("-Dmine=1");

        CommandLineRun tried =
                CommandLineRun.of(jvms, arguments(run.toString(), "--remedies", "0", "--with", "fast=-Dfast=1"));

        assertThat(tried.exitCode()).as(tried.err()).isZero();
        assertThat(jvms.started().subList(1, jvms.started().size())).allSatisfy(fork -> {
            assertThat(fork.jvmArguments()).containsAll(launch.jvmArguments());
            assertThat(fork.options())
                    .containsEntry("duration", "5000ms")
                    .containsEntry("rate", "1k/s")
                    .containsEntry("threshold", "50000ns");
        });
        assertThat(ranking().at("/remedies/0/standing").asString()).isEqualTo("helps");
    }

    @Test
    void shouldListAndNotMeasureWhatItCannotStartAgain() throws Exception {
        FakeJvms jvms = jvms();
        Path run = scratch.resolve("run");
        CommandLineRun.of(jvms, "run", Quick.class.getName(), "--rate", "1k/s", "--out", run.toString());
        RunFolder folder = new RunFolder(run);
        folder.write(folder.readRun().toBuilder().launch(Optional.empty()).build());

        CommandLineRun listed = CommandLineRun.of(jvms, "try", run.toString());

        assertThat(listed.exitCode()).as(listed.err()).isZero();
        assertThat(listed.out()).contains("None of the remedies");
        assertThat(jvms.started()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--with nothing | --with nothing: write NAME='OPTIONS'",
                "--with a=--rate=5 | --with a=--rate=5: --rate is none of what a remedy may change",
                "--with a=--pin | --with a=--pin: --pin needs a value",
                "--with files=-Da=1 | --with files: must have another name than the folders of a trial",
                "--with a=-Da=1 --with A=-Db=1 | --with A: must have a name of its own",
                "--remedies 0 | --remedies=0: leaves nothing to try without --with",
                "--worth 0% | --worth=0.0%: must be above 0% and below 100%",
                "--require b | --require=b: there is no such remedy",
                "--percentile p42 | --percentile=p42: must be p50, p90, p99 or p99.9"
            })
    void shouldRefuseInOneLineWhatItCannotUnderstand(String more, String message) {
        List<String> arguments = new ArrayList<>(List.of("try", Quick.class.getName()));
        arguments.addAll(List.of(more.split(" ")));
        CommandLineRun tried = CommandLineRun.of(jvms(), arguments.toArray(String[]::new));

        assertThat(tried.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(tried.err()).contains(message);
    }
}
