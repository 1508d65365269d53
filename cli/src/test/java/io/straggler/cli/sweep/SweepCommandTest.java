package io.straggler.cli.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.RunFolder;
import io.straggler.cli.CommandLineProcess;
import io.straggler.cli.CommandLineRun;
import io.straggler.cli.fork.FakeJvms;
import io.straggler.cli.tasks.NotATask;
import io.straggler.cli.tasks.Quick;
import io.straggler.cli.tasks.Spins50Us;
import io.straggler.model.RunStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Rates measured in rounds: one test with real JVMs, as short as they can be, and JVMs that leave what a test made up. */
class SweepCommandTest {
    @TempDir
    private Path scratch;

    private String[] arguments(Class<?> task, String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("sweep", task.getName(), "--out", out().toString(), "--warmup", "200ms"));
        arguments.addAll(List.of(more));
        if (!arguments.contains("--duration")) {
            arguments.addAll(List.of("--duration", "600ms"));
        }
        return arguments.toArray(String[]::new);
    }

    private Path out() {
        return scratch.resolve("sweep");
    }

    private JsonNode sweep() throws Exception {
        return JsonMapper.shared().readTree(Files.readString(out().resolve("sweep.json")));
    }

    /** 50 µs a piece: 500 a second are a fortieth of what it can do, 40,000 twice as much as it can. */
    @Test
    void shouldTellWhereATaskOfKnownServiceTimeSaturates() throws Exception {
        CommandLineRun sweep = CommandLineRun.of(arguments(
                Spins50Us.class, "--rates", "500,40k", "--duration", "300ms", "--rounds", "1", "--threshold", "40us"));

        assertThat(sweep.exitCode()).as(sweep.err()).isZero();
        assertThat(sweep.err()).contains("2 JVMs will measure for 1 s together", "rate 2 of 2, ");
        assertThat(sweep.out())
                .contains("2 JVMs measured 2 rates", "40,000/s", "SATURATED", "Saturates")
                .contains("written     " + out().resolve("sweep.json"));
        assertThat(out().resolve("sweep.html")).exists();
        JsonNode steps = sweep().get("steps");
        assertThat(steps).hasSize(2);
        JsonNode fast = steps.get(1);
        assertThat(fast.get("status").asString()).isEqualTo("saturated");
        assertThat(fast.get("percentiles")).isEmpty();
        assertThat(fast.get("achievedPerSecond").asDouble()).isLessThan(21_000);
        assertThat(sweep().at("/saturation/rounds").asInt()).isEqualTo(1);
        // Whatever the machine is busy with, spinning is most of what such a task does.
        assertThat(fast.get("diagnosedOutliers").asInt()).isGreaterThan(10);
        assertThat(fast.get("ownPartsOnly").asString()).contains("The rate could not be kept");
        for (String rate : List.of("rate-00000500", "rate-00040000")) {
            RunFolder folder = new RunFolder(out().resolve(rate));
            assertThat(folder.report()).exists();
            assertThat(folder.diagnosisJson()).exists();
            assertThat(folder.readRun().runs())
                    .hasSize(1)
                    .extracting(run -> run.targetPerSecond())
                    .containsOnly(Double.parseDouble(rate.substring("rate-".length())));
            assertThat(folder.path().toFile().list()).noneMatch(name -> name.startsWith("fork-"));
        }
    }

    /** The second round is the first backwards. */
    private static void assertInterleaved(JsonNode steps) {
        for (JsonNode step : steps) {
            int first = step.at("/rounds/0/turn").asInt();
            int second = step.at("/rounds/1/turn").asInt();
            assertThat(first + second).isEqualTo(steps.size() + 1);
        }
    }

    @Test
    void shouldKeepTheOtherRatesWhenTheTaskThrowsAtOne() throws Exception {
        FakeJvms breaking = new FakeJvms(
                (fork, run) -> fork.perSecond() > 10_000 ? FakeJvms.failed(run, "too fast for me") : FakeJvms.ok(run));
        CommandLineRun sweep = CommandLineRun.of(
                breaking, arguments(Quick.class, "--rates", "2k..50k", "--steps", "2", "--rounds", "1", "--json", "-"));

        assertThat(sweep.exitCode()).as(sweep.err()).isEqualTo(2);
        assertThat(sweep.err()).contains("50,000/s: failed: ", "FAILED: ", "too fast for me");
        JsonNode json = JsonMapper.shared().readTree(sweep.out());
        assertThat(json.at("/steps/0/status").asString()).isEqualTo("ok");
        assertThat(json.at("/steps/0/iterations").asInt()).isEqualTo(20_000);
        assertThat(json.at("/steps/1/status").asString()).isEqualTo("failed");
        assertThat(json.at("/steps/1/reason").asString()).contains("too fast for me");
        assertThat(json).isEqualTo(sweep());
        assertThat(new RunFolder(out().resolve("rate-00002000")).report()).exists();
    }

    @Test
    void shouldMeasureTheRatesInRoundsOfWhichTheSecondIsTheFirstBackwards() throws Exception {
        FakeJvms jvms = new FakeJvms((fork, run) -> FakeJvms.ok(run));
        CommandLineRun sweep =
                CommandLineRun.of(jvms, arguments(Quick.class, "--rates", "2k,3k,4k,5k", "--rounds", "2"));

        assertThat(sweep.exitCode()).as(sweep.err()).isZero();
        List<Double> rates =
                jvms.started().stream().map(FakeJvms.Fork::perSecond).toList();
        assertThat(rates).hasSize(8);
        List<Double> backwards = new ArrayList<>(rates.subList(4, 8));
        Collections.reverse(backwards);
        assertThat(rates.subList(0, 4))
                .containsExactlyInAnyOrder(2e3, 3e3, 4e3, 5e3)
                .isEqualTo(backwards);
        assertInterleaved(sweep().get("steps"));
    }

    @Test
    void shouldKeepWholeStepsOnCtrlC() throws Exception {
        CommandLineProcess sweep =
                CommandLineProcess.startOnFakes(1, arguments(Quick.class, "--rates", "2k,3k,4k,5k", "--rounds", "2"));
        sweep.interrupt();

        assertThat(sweep.exitCode()).as(sweep.err()).isEqualTo(130);
        assertThat(sweep.out()).contains("Interrupted after 1 of 8 JVM");
        JsonNode steps = sweep().get("steps");
        assertThat(steps).hasSize(1);
        for (JsonNode step : steps) {
            assertThat(step.get("rounds")).hasSize(1);
            RunFolder folder = new RunFolder(out().resolve(step.get("place").asString()));
            assertThat(folder.readRun().status()).as(folder.readRun().reason()).isNotEqualTo(RunStatus.FAILED);
            assertThat(folder.report()).exists();
        }
        assertThat(out().toFile().list())
                .filteredOn(name -> name.startsWith("rate-"))
                .hasSize(1);
    }

    @Test
    void shouldLeaveNothingWhenNothingWasMeasured() throws Exception {
        CommandLineProcess interrupted = CommandLineProcess.startOnFakes(0, arguments(Quick.class, "--rates", "2k,3k"));
        interrupted.interrupt();
        assertThat(interrupted.exitCode()).as(interrupted.err()).isEqualTo(130);
        assertThat(interrupted.err()).contains("Interrupted before anything was measured.");
        assertThat(out()).doesNotExist();

        CommandLineRun refused = CommandLineRun.of(arguments(NotATask.class, "--rates", "2k,3k"));
        assertThat(refused.exitCode()).as(refused.err()).isEqualTo(1);
        assertThat(refused.err()).contains("is not a task");
        assertThat(out()).doesNotExist();
    }

    @Test
    void shouldRefuseBeforeAnythingIsMeasured() throws Exception {
        assertRefused("--rates=2M..10k: must go from a rate to a higher one", "--rates", "2M..10k");
        assertRefused("--rates=10,50,20: rates must grow: 50/s stands before 20/s", "--rates", "10,50,20");
        assertRefused("--steps=1: must be from 2 to 100", "--rates", "10k..2M", "--steps", "1");
        assertRefused("--steps=3: steps are of a range", "--rates", "10k,20k", "--steps", "3");
        assertRefused("--rounds=0: must be from 1 to 100", "--rates", "10k,20k", "--rounds", "0");
        assertRefused("Option --rates is missing. A range, 10k..2M, or a list, 10k,20k,50k.");
        assertRefused("Unknown option --rate; did you mean --rates?", "--rates", "10k,20k", "--rate", "10k");
        assertRefused("--threshold", "--rates", "10k,20k", "--threshold", "slow");
        assertThat(out()).doesNotExist();
    }

    private void assertRefused(String message, String... more) throws Exception {
        CommandLineRun sweep = CommandLineRun.of(arguments(Quick.class, more));
        assertThat(sweep.exitCode()).as(sweep.err()).isEqualTo(1);
        assertThat(sweep.err()).contains(message);
    }
}
