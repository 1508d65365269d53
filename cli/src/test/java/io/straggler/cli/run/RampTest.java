package io.straggler.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.cli.CommandLineRun;
import io.straggler.cli.fork.FakeJvms;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.tasks.Quick;
import io.straggler.cli.tasks.Spiky;
import io.straggler.harness.schedule.Schedule;
import io.straggler.model.Outlier;
import io.straggler.model.RunDescription;
import io.straggler.model.RunOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rate that changes during a run: what JVMs are asked for, who refuses it, and a run whose intended starts are read back. */
class RampTest {
    private static final int ITERATIONS = 600;

    @TempDir
    private Path scratch;

    private final FakeJvms jvms = new FakeJvms((fork, run) -> FakeJvms.ok(run));

    private CommandLineRun run(Path out, String... options) {
        return CommandLineRun.of(
                jvms,
                Stream.concat(Stream.of("run", Quick.class.getName(), "--out", out.toString()), Stream.of(options))
                        .toArray(String[]::new));
    }

    @Test
    void shouldAskEveryJvmForTheSameRampOverEachRun() {
        Path folder = scratch.resolve("ramp");
        CommandLineRun run = run(folder, "--arrivals", "Ramp:1k..20k/s", "--duration", "2s", "--forks", "2");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("10,500/s asked");
        assertThat(jvms.started()).hasSize(2).allSatisfy(fork -> {
            assertThat(fork.perSecond()).isEqualTo(10_500);
            assertThat(fork.options())
                    .containsEntry("arrivals", "Ramp:1k..20k/s")
                    .doesNotContainKeys("rate", "seed");
        });
        RunDescription description = new RunFolder(folder).readRun();
        assertThat(description.optionsResolved()).containsEntry("schedule", "ramp from 1,000/s to 20,000/s in 2 s");
        assertThat(description.runs()).extracting(RunOutcome::targetPerSecond).containsOnly(10_500.0);
    }

    @Test
    void shouldCompareTheSameRampsOnly() {
        Path up = scratch.resolve("up");
        Path again = scratch.resolve("again");
        Path steeper = scratch.resolve("steeper");
        run(up, "--arrivals", "ramp:1k..20k", "--duration", "2s");
        run(again, "--arrivals", "ramp:1000/s..20000/s", "--count", "21000");
        run(steeper, "--arrivals", "ramp:1k..20k", "--duration", "1s");

        assertThat(compare(up, again).exitCode()).isZero();
        CommandLineRun refused = compare(up, steeper);
        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err())
                .contains("rate and arrivals must be the same on both sides")
                .contains("in 2 s against ramp from 1,000/s to 20,000/s in 1 s");
    }

    private CommandLineRun compare(Path a, Path b) {
        return CommandLineRun.ofComparison(a, b, scratch.resolve(a.getFileName() + "-" + b.getFileName()));
    }

    @Test
    void shouldInterleaveTheSameRampOnBothSides() {
        CommandLineRun ab = CommandLineRun.of(
                jvms,
                "ab",
                Spiky.class.getName(),
                Quick.class.getName(),
                "--out",
                scratch.resolve("ab").toString(),
                "--arrivals",
                "ramp:20k..1k",
                "--precision",
                "999%",
                "--min-pairs",
                "2");

        assertThat(ab.exitCode()).as(ab.err()).isZero();
        assertThat(jvms.started())
                .hasSizeGreaterThanOrEqualTo(4)
                .allSatisfy(fork -> assertThat(fork.perSecond()).isEqualTo(10_500));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sweep", "capacity"})
    void shouldBeRefusedWhereEachJvmIsMeasuredAtOneRate(String command) {
        List<String> more = command.equals("capacity") ? List.of("--slo", "p99 < 1ms") : List.of("--rates", "1k,2k");
        CommandLineRun refused = CommandLineRun.of(
                jvms,
                Stream.concat(Stream.of(command, Quick.class.getName(), "--arrivals", "ramp:1k..2k"), more.stream())
                        .toArray(String[]::new));

        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err())
                .isEqualTo("--arrivals=ramp:1k..2k: must not be a ramp where each JVM is measured at one rate: use run"
                        + " or ab" + System.lineSeparator());
        assertThat(jvms.started()).isEmpty();
    }

    @Test
    void shouldBeRefusedWithABenchmarkForJlbh() {
        CommandLineRun refused = run(scratch.resolve("jlbh"), "--jlbh", "--arrivals", "ramp:1k..2k");

        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err())
                .isEqualTo("--arrivals=ramp:1k..2k: must not be a ramp with --jlbh, because the benchmark's warm-up is"
                        + " planned for one rate" + System.lineSeparator());
    }

    /** Every iteration is an outlier, so the recording has each intended start. */
    @Test
    void shouldPaceARealRunByTheFormula() throws Exception {
        ShortRun shortRun = new ShortRun(scratch);
        CommandLineRun run = shortRun.of(
                Quick.class,
                "--arrivals",
                "ramp:200/s..2k/s",
                "--threshold",
                "1ns",
                "--count",
                Integer.toString(ITERATIONS));

        run.shouldHaveMeasured();
        assertThat(run.out()).contains("1,100/s asked");
        Analysis analysis = shortRun.analysis();
        RunOutcome outcome = analysis.run().runs().get(0);
        assertThat(outcome.iterations()).isEqualTo(ITERATIONS);
        assertThat(outcome.targetPerSecond()).isEqualTo(1_100);
        assertThat(outcome.achievedPerSecond()).isLessThanOrEqualTo(1_100.01);
        Schedule.Instants instants = Schedule.ramp(200, 2_000, Duration.ofNanos((long) (ITERATIONS * 1e9 / 1_100)))
                .instants();
        long[] intendedNs = LongStream.generate(() -> outcome.originNs() + instants.nextOffsetNs())
                .limit(ITERATIONS)
                .toArray();
        assertThat(analysis.conclusions().diagnosis().outliers().stream()
                        .map(diagnosed -> diagnosed.outlier())
                        .mapToLong((Outlier outlier) -> outlier.iteration().intendedNs())
                        .sorted())
                .containsExactly(LongStream.of(intendedNs).boxed().toArray(Long[]::new));
    }
}
