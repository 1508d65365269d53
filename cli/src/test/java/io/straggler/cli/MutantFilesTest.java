package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.Mutants;
import io.straggler.RunFolder;
import io.straggler.RunFolderException;
import io.straggler.WrittenRuns;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.compare.IncomparableException;
import io.straggler.compare.json.DiagnosisSumsReader;
import io.straggler.compare.recorded.RecordedSet;
import io.straggler.compare.recorded.Selection;
import io.straggler.harness.series.LogSummary;
import io.straggler.model.text.MessageLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A thousand mutants of each kind of file that is read: its reader gives a result, or throws what the command line makes one line of. */
class MutantFilesTest {
    private static final int MUTANTS = 1_000;

    private static final String JMH = """
            [{"jmhVersion": "1.37", "benchmark": "com.acme.Encoder.encode", "mode": "sample", "threads": 1,
              "jdkVersion": "17", "vmName": "OpenJDK", "jvmArgs": [], "measurementTime": "1 s", "params": {"size": "10"},
              "primaryMetric": {"score": 1.5, "scoreUnit": "us/op",
                "rawDataHistogram": [[[[1.0, 100], [2.0, 10]], [[1.5, 90]]], [[[1.0, 80], [9.0, 1]]]]}}]
            """;

    private static final String UNFINISHED = "#\npid=1234567\nrepository=/tmp/none/2026_01_01\nsince=1700000000000\n";

    @TempDir
    private Path scratch;

    private RunFolder run;

    @BeforeEach
    void writeRun() {
        run = new WrittenRuns().tenths(3).diagnosed().write(scratch.resolve("run"));
    }

    /** A new file: file systems wait for the disk when a file is cut off and written again. */
    private static void replace(Path file, byte[] bytes) throws IOException {
        Files.deleteIfExists(file);
        Files.write(file, bytes);
    }

    private interface Reader {
        void read() throws IOException;
    }

    private static void eachMutant(Path file, byte[] original, Reader reader) throws IOException {
        Mutants mutants = new Mutants(1);
        int refused = 0;
        for (int i = 0; i < MUTANTS; i++) {
            byte[] mutant = mutants.of(original);
            replace(file, mutant);
            try {
                reader.read();
            } catch (RunFolderException | IncomparableException e) {
                refused++;
                assertThat(MessageLine.of(e.getMessage())).doesNotContain("\n").hasSizeLessThanOrEqualTo(2_000);
            } catch (IOException e) {
                refused++;
                assertThat(MessageLine.of(e)).doesNotContain("\n");
            } catch (RuntimeException e) {
                throw new AssertionError("mutant " + i + ": " + new String(mutant, StandardCharsets.UTF_8), e);
            }
        }
        // Mutations that change nothing of a file would test nothing.
        assertThat(MUTANTS - refused).isLessThan(MUTANTS);
    }

    private static void eachMutant(Path file, Reader reader) throws IOException {
        eachMutant(file, Files.readAllBytes(file), reader);
    }

    private static void readAsOfOtherTool(Path file) {
        RecordedSet.read("a", List.of(file), new Selection(Optional.empty(), Optional.empty()));
    }

    @Test
    void shouldReadRunsOrSayWhyNot() throws IOException {
        eachMutant(run.runJson(), run::readRun);
    }

    @Test
    void shouldReadLogsOrSayWhyNot() throws IOException {
        eachMutant(run.latencyLog(), () -> LogSummary.of(run.intervals(), List.of()));
    }

    @Test
    void shouldReadLogsOfOtherToolsOrSayWhyNot() throws IOException {
        eachMutant(run.latencyLog(), () -> readAsOfOtherTool(run.latencyLog()));
    }

    @Test
    void shouldReadResultsOfJmhOrSayWhyNot() throws IOException {
        Path file = scratch.resolve("jmh.json");
        eachMutant(file, JMH.getBytes(StandardCharsets.UTF_8), () -> readAsOfOtherTool(file));
    }

    /** A diagnosis that cannot be read is made again: nothing is refused. */
    @Test
    void shouldReadDiagnosesOrDoWithoutThem() throws IOException {
        byte[] original = Files.readAllBytes(run.diagnosisJson());
        Mutants mutants = new Mutants(1);
        int left = 0;
        for (int i = 0; i < MUTANTS; i++) {
            replace(run.diagnosisJson(), mutants.of(original));
            left += DiagnosisSumsReader.read(run.diagnosisJson()).isPresent() ? 1 : 0;
        }
        assertThat(left).isBetween(1, MUTANTS - 1);
    }

    @Test
    void shouldReadWhereAnUnfinishedRecordingIsOrDoWithoutIt() throws IOException {
        Mutants mutants = new Mutants(1);
        int left = 0;
        for (int i = 0; i < MUTANTS; i++) {
            replace(
                    run.path().resolve("unfinished.properties"),
                    mutants.of(UNFINISHED.getBytes(StandardCharsets.UTF_8)));
            left += FilledFolder.filling(run) ? 1 : 0;
        }
        assertThat(left).isBetween(1, MUTANTS - 1);
    }

    /** Sizes at which an expression that tries again from each line, or calls itself for each, takes minutes or the stack. */
    @Test
    @Timeout(60)
    void shouldReadLongTextsOnce() throws IOException {
        Path file = scratch.resolve("long.txt");
        for (String text : List.of(
                "\n".repeat(400_000) + "a",
                " ".repeat(400_000) + "a",
                "#\n".repeat(100_000) + "a",
                "#".repeat(400_000),
                "[" + " ".repeat(400_000),
                "{\"metrics\" ".repeat(40_000),
                "Value\n".repeat(100_000),
                "-".repeat(400_000),
                "Running 10s test @ http://a\n" + "  50.000%  1.00ms\n".repeat(20_000),
                "Value   Percentile   TotalCount\n" + "\n".repeat(400_000) + "x")) {
            Files.writeString(file, text);

            assertThatThrownBy(() -> readAsOfOtherTool(file))
                    .isInstanceOf(IncomparableException.class)
                    .hasMessageStartingWith(file.toString());
        }
    }
}
