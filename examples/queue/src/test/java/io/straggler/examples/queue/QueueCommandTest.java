package io.straggler.examples.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.cli.CommandLineRun;
import io.straggler.examples.prices.PriceService;
import io.straggler.model.RunDescription;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The documented command, with nothing but the examples on its class path. */
@Timeout(120)
class QueueCommandTest {
    @TempDir
    private Path scratch;

    private Path queues;
    private String out;

    @BeforeEach
    void makeFolder() throws IOException {
        queues = Files.createDirectory(scratch.resolve("queues"));
    }

    private int run(String task, Path queueFolder) {
        List<String> command = new ArrayList<>(List.of("run", task));
        command.addAll(List.of(
                "--classpath", Path.of("target", "classes").toAbsolutePath().toString()));
        command.add("--jvm-arg=-Dqueue.folder=" + queueFolder);
        command.addAll(List.of("--out", scratch.resolve("run").toString()));
        command.addAll(List.of("--rate", "1k/s", "--count", "300", "--warmup", "100ms"));
        command.addAll(List.of("--threshold", "1h", "--sampler", "off", "--jfr", "off"));
        CommandLineRun run = CommandLineRun.of(command.toArray(String[]::new));
        out = run.err() + run.out();
        return run.exitCode();
    }

    private Analysis analysis() {
        return Analysis.of(new RunFolder(scratch.resolve("run")));
    }

    @ParameterizedTest
    @CsvSource({
        "io.straggler.examples.queue.EncryptedMessageQueue, probe:append, probe:read",
        "io.straggler.examples.prices.PriceService, probe:upstream-append, probe:downstream-poll"
    })
    void shouldRunWithTheFlagsThatTheExamplesDeclare(String task, String firstLeg, String lastLeg) throws Exception {
        run(task, queues);

        // On a busy machine the rate may not be kept, which is no matter here.
        assertThat(analysis().run().status()).as(out).isNotEqualTo(RunStatus.FAILED);
        assertThat(analysis().run().iterations()).isEqualTo(300);
        assertThat(analysis().series())
                .filteredOn(series ->
                        series.name().equals(firstLeg) || series.name().equals(lastLeg))
                .isNotEmpty()
                .allSatisfy(series -> assertThat(series.count()).isEqualTo(300));
        assertThat(analysis().series()).extracting(Series::name).contains(firstLeg, lastLeg);
        assertThat(out).doesNotContain("WARNING", "SLF4J", "Exception");
        assertThat(queues).isEmptyDirectory();
    }

    @Test
    void shouldSayInOneLineThatTheFolderCannotBeUsed() throws Exception {
        Path missing = scratch.resolve("missing");

        assertThat(run(PriceService.class.getName(), missing)).isEqualTo(2);

        RunDescription run = analysis().run();
        assertThat(run.status()).isEqualTo(RunStatus.FAILED);
        assertThat(run.reason())
                .startsWith("setUp threw java.io.IOException: queue's folder must be writable: folder=" + missing
                        + "; another place is chosen with --jvm-arg=-Dqueue.folder=FOLDER");
        assertThat(out.lines().filter(line -> line.contains("queue's folder must be writable")))
                .hasSize(1);
    }
}
