package io.straggler.cli.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.RunFolder;
import io.straggler.cli.CommandLineProcess;
import io.straggler.cli.CommandLineRun;
import io.straggler.cli.tasks.NotATask;
import io.straggler.cli.tasks.Quick;
import io.straggler.cli.tasks.Spins50Us;
import io.straggler.cli.tasks.ThrowsWhenFast;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Real JVMs, as short as they can be. What may fail because the machine is busy is not asserted. */
class CapacityCommandTest {
    @TempDir
    private Path scratch;

    private String[] arguments(Class<?> task, String objective, String range, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "capacity",
                task.getName(),
                "--slo",
                objective,
                "--rates",
                range,
                "--out",
                out().toString(),
                "--warmup",
                "200ms",
                "--duration",
                "600ms"));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private Path out() {
        return scratch.resolve("capacity");
    }

    private JsonNode capacity() throws Exception {
        return JsonMapper.shared().readTree(Files.readString(out().resolve("capacity.json")));
    }

    /** The knee is exact here, and does not depend on how busy the machine is: above 10,000/s the task throws. */
    @Test
    void shouldFindTheRateAboveWhichATaskBreaks() throws Exception {
        CommandLineRun capacity = CommandLineRun.of(
                arguments(ThrowsWhenFast.class, "p50 < 10s", "5k..20k", "--precision", "60%", "--confirm", "1"));

        assertThat(capacity.exitCode()).as(capacity.err()).isIn(0, 2);
        assertThat(capacity.err()).contains("trying 5,000/s: ", "confirming ", "explaining ");
        JsonNode above = capacity().get("above");
        assertThat(above.get("perSecond").asDouble()).isLessThanOrEqualTo(16_000);
        JsonNode found = capacity().get("found");
        if (capacity.exitCode() == 0) {
            assertThat(capacity.out()).contains("Sustains ", "held in 1 of 1 confirmation run", "what limits it at ");
            assertThat(found.get("perSecond").asDouble()).isLessThanOrEqualTo(10_000);
            assertThat(capacity().at("/estimate/width").asDouble()).isGreaterThan(0);
            assertThat(new RunFolder(out().resolve(String.format(Locale.ROOT, "rate-%08d", (long)
                                    found.get("perSecond").asDouble())))
                            .report())
                    .exists();
        }
        for (JsonNode run : capacity().get("runs")) {
            RunFolder folder = new RunFolder(out().resolve(run.get("place").asString()));
            if (run.get("verdict").asString().equals("holds")) {
                assertThat(folder.readRun().runs()).isNotEmpty();
            } else if (run.get("perSecond").asDouble() > 10_500) {
                assertThat(run.get("verdict").asString()).isEqualTo("fails");
                assertThat(run.get("sentence").asString()).contains("too fast for me");
            }
        }
    }

    /** 50 µs a piece: nobody does more than 20,000 a second, and on a busy machine fewer. */
    @Test
    void shouldTakeSaturationForARateThatIsNotSustained() throws Exception {
        CommandLineRun capacity = CommandLineRun.of(arguments(
                Spins50Us.class, "p50 < 10s", "2k..40k", "--precision", "100%", "--confirm", "1", "--json", "-"));

        assertThat(capacity.exitCode()).as(capacity.err()).isIn(0, 2);
        JsonNode json = JsonMapper.shared().readTree(capacity.out());
        assertThat(json).isEqualTo(capacity());
        assertThat(json.at("/found/perSecond").asDouble()).isLessThan(21_000);
        assertThat(json.at("/above/perSecond").asDouble()).isGreaterThan(2_000);
        assertThat(json.at("/limit/thresholdNs").asLong()).isEqualTo(10_000_000_000L);
        assertThat(json.get("runs"))
                .anySatisfy(run -> assertThat(run.get("sentence").asString()).startsWith("saturated: "));
    }

    @Test
    void shouldSayThatNotEvenTheLowestRateIsSustainedAndWhatLimitsIt() throws Exception {
        CommandLineRun capacity =
                CommandLineRun.of(arguments(Spins50Us.class, "p50 < 10us", "2k..100k", "--confirm", "1"));

        assertThat(capacity.exitCode()).as(capacity.err()).isEqualTo(2);
        assertThat(capacity.out())
                .contains(
                        "Not sustained: p50 < 10us does not hold even at the lowest rate, 2,000/s.",
                        "held in 0 of 1 confirmation run",
                        "what limits it at 2,000/s: ",
                        "outliers of 10 µs or longer: ");
        assertThat(capacity().get("answer").asString()).isEqualTo("not-sustained");
        assertThat(capacity().get("runs").size()).isBetween(2, 5);
        assertThat(new RunFolder(out().resolve("limit").resolve("rate-00002000")).report())
                .exists();
    }

    @Test
    void shouldGiveNoVerdictOnWhatCannotBeMeasuredInTheTimeThatWasGiven() throws Exception {
        CommandLineRun capacity =
                CommandLineRun.of(arguments(Quick.class, "p99.99 < 1s", "2k..100k", "--confirm", "1"));

        assertThat(capacity.exitCode()).as(capacity.err()).isEqualTo(2);
        assertThat(capacity.err()).contains("trying 2,000/s: undecided, p99.99 cannot be judged by 1,2");
        assertThat(capacity.out())
                .contains("No verdict: whether p99.99 < 1s holds", "There, p99.99 cannot be judged by 1,2");
        assertThat(capacity().get("answer").asString()).isEqualTo("no-verdict");
    }

    @Test
    void shouldKeepWholeRunsOnCtrlC() throws Exception {
        CommandLineProcess capacity = CommandLineProcess.startAndAwait(
                "trying 2,000/s: holds", arguments(Quick.class, "p50 < 10s", "2k..100k"));
        capacity.interrupt();

        assertThat(capacity.exitCode()).as(capacity.err()).isEqualTo(130);
        assertThat(capacity.out()).contains("No verdict: p50 < 10s held at 2,000/s, but", "Interrupted after 1 JVM.");
        assertThat(capacity().get("runs")).hasSize(1);
        assertThat(out().toFile().list()).containsExactlyInAnyOrder("rate-00002000", "capacity.json");
    }

    @Test
    void shouldRefuseBeforeAnythingIsMeasured() throws Exception {
        assertRefused("--slo: objective must be like 'p99 < 10us'", "p99", "2k..100k");
        assertRefused("--slo: objective must be an upper limit", "p99 > 10us", "2k..100k");
        assertRefused("--slo: outliers need a --threshold that is a duration", "outliers < 1%", "2k..100k");
        assertRefused("--rates: range must go from a rate to a higher one", "p99 < 10us", "100k..2k");
        assertRefused("--rates: range must be like 10k..2M", "p99 < 10us", "100k,200k");
        assertRefused(
                "--precision: precision must be from 0.5% to 100%", "p99 < 10us", "2k..100k", "--precision", "0.1%");
        assertRefused("--precision: must be a share such as 5%", "p99 < 10us", "2k..100k", "--precision", "high");
        assertRefused("--confirm: confirmations must be from 1", "p99 < 10us", "2k..100k", "--confirm", "0");
        assertRefused(
                "--max-duration: must leave time for 9 runs of ", "p99 < 10us", "2k..100k", "--max-duration", "5s");
        // The search takes no samples, but the run that explains what it found does.
        assertRefused("sampling period must be at least 100us", "p99 < 10us", "2k..100k", "--sample-period", "1us");
        assertThat(out()).doesNotExist();
        CommandLineRun refused = CommandLineRun.of(arguments(NotATask.class, "p99 < 10us", "2k..100k"));
        assertThat(refused.exitCode()).as(refused.err()).isEqualTo(1);
        assertThat(refused.err()).contains("is not a task");
        assertThat(out()).doesNotExist();
    }

    private void assertRefused(String message, String objective, String range, String... more) throws Exception {
        CommandLineRun capacity = CommandLineRun.of(arguments(Quick.class, objective, range, more));
        assertThat(capacity.exitCode()).as(capacity.err()).isEqualTo(1);
        assertThat(capacity.err()).contains(message);
    }
}
