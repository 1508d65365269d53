package io.straggler.cli.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.accuracy.Accuracy;
import io.straggler.cli.CommandLineRun;
import io.straggler.cli.fork.FakeJvms;
import io.straggler.cli.option.ExitCode;
import io.straggler.selftest.Truth;
import io.straggler.selftest.Truths;
import io.straggler.selftest.fault.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Self tests on a machine that does not allow what they are to inject. */
class ImpossibleFaultsTest {
    @TempDir
    private Path scratch;

    private CommandLineRun selftest(Map<Fault, String> impossible, List<Truth> labelled, String... more) {
        return selftest(
                (fork, run) -> {
                    write(new Truths(1, impossible, Map.of(), labelled));
                    return FakeJvms.ok(run);
                },
                more);
    }

    private CommandLineRun selftest(FakeJvms.Measured measured, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "selftest",
                "--regime",
                "application",
                "--out",
                scratch.resolve("selftest").toString()));
        arguments.addAll(List.of(more));
        return CommandLineRun.of(new FakeJvms(measured), arguments.toArray(String[]::new));
    }

    private void write(Truths truths) {
        write(1, truths);
    }

    private void write(int seed, Truths truths) {
        try {
            truths.write(scratch.resolve("selftest/seed-" + seed + "/truth.json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldNotKeepAResultInWhichNoInjectionCounts() throws IOException {
        Path kept = Accuracy.file(Runtime.version().feature(), "application");
        Files.deleteIfExists(kept);
        Truth placebo = new Truth(1, Fault.PLACEBO, 0, 1, 2, Map.of());

        CommandLineRun run = selftest(Map.of(Fault.QUEUE, "needs the loopback interface: no"), List.of(placebo));

        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("  note: the result is not kept for reports, because no injection counts.");
        assertThat(kept).doesNotExist();
    }

    @Test
    void shouldSayWhyNothingWasInjected() {
        CommandLineRun impossible = selftest(
                Map.of(
                        Fault.QUEUE, "needs the loopback interface: no",
                        Fault.LATCH, "needs the loopback interface: no",
                        Fault.FILE_READ, "needs 128 MB of disk: full"),
                List.of(),
                "--faults",
                "queue,latch,file-read");

        assertThat(impossible.exitCode()).isEqualTo(ExitCode.RUN_INVALID);
        assertThat(impossible.err())
                .endsWith("Nothing was injected, because this machine does not allow it: file-read (needs 128 MB of"
                        + " disk: full); queue, latch (needs the loopback interface: no).\n");
    }

    /** Its rate is fixed: only the machine can be to blame. */
    @Test
    void shouldSayThatTheMachineWasTooBusy() {
        Truth placebo = new Truth(1, Fault.PLACEBO, 0, 1, 2, Map.of());

        CommandLineRun busy = selftest((fork, run) -> {
            write(new Truths(1, Map.of(), Map.of(), List.of(placebo)));
            return FakeJvms.saturated(fork, run, 100);
        });

        assertThat(busy.exitCode()).isEqualTo(ExitCode.RUN_INVALID);
        assertThat(busy.out().replaceAll("\\s+", " "))
                .contains(
                        "A run could not keep its rate, because this machine is too busy or too slow: run it again when")
                .doesNotContain("--rate");
    }

    @Test
    void shouldSayThatNothingWasReadyInTime() {
        assertThat(selftest(Map.of(), List.of(), "--faults", "queue").err())
                .endsWith("Nothing was injected: the run was over before anything was ready.\n");
    }

    @Test
    void shouldSayThatFiguresOfSeveralSeedsAreMedians() {
        Truth placebo = new Truth(1, Fault.PLACEBO, 0, 1, 2, Map.of());
        AtomicInteger seed = new AtomicInteger();

        CommandLineRun run = selftest(
                (fork, left) -> {
                    write(seed.incrementAndGet(), new Truths(1, Map.of(), Map.of(), List.of(placebo)));
                    return FakeJvms.ok(left);
                },
                "--faults",
                "queue,Placebo",
                "--seeds",
                "2");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("seeds       1, 2: figures are medians").doesNotContain("kept");
    }
}
