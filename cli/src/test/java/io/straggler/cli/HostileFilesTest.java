package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.RunFolder;
import io.straggler.RunFolderException;
import io.straggler.WrittenRuns;
import io.straggler.cli.option.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Files that others made, for {@code report} and {@code compare}: whatever they hold and are, there is one line or a result. */
class HostileFilesTest {
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    private Path scratch;

    private RunFolder run;
    private RunFolder other;

    @BeforeEach
    void writeRuns() {
        run = new WrittenRuns().tenths(1).diagnosed().write(scratch.resolve("run"));
        other = new WrittenRuns().tenths(1).diagnosed().write(scratch.resolve("other"));
    }

    private CommandLineRun report() {
        return CommandLineRun.of(
                "report",
                run.path().toString(),
                "--out",
                scratch.resolve("out.csv").toString());
    }

    private CommandLineRun compare(Path a, Path b) {
        return CommandLineRun.ofComparison(a, b, scratch.resolve("out"));
    }

    private CommandLineRun compare() throws IOException {
        CommandLineRun compared = compare(run.path(), other.path());
        Path out = scratch.resolve("out");
        if (Files.exists(out)) {
            for (String name : List.of("comparison.html", "comparison.json")) {
                Files.deleteIfExists(out.resolve(name));
            }
        }
        return compared;
    }

    private static void shouldBeOneLine(CommandLineRun made, String word) {
        assertThat(made.exitCode()).as(made.err() + made.out()).isEqualTo(ExitCode.USAGE);
        assertThat(made.err().lines()).as(made.err()).hasSize(1);
        assertThat(made.err()).contains(word);
        assertThat(made.out()).isEmpty();
    }

    private static void shouldBeOneLineOrAResult(String what, CommandLineRun made) {
        assertThat(made.err()).as(what).doesNotContain("defect of", "\tat ", "Exception");
        if (made.exitCode() == ExitCode.USAGE) {
            assertThat(made.err().lines()).as(what + ": " + made.err()).hasSize(1);
            assertThat(made.err()).as(what).hasSizeLessThan(2_100);
        } else {
            assertThat(made.exitCode()).as(what).isIn(ExitCode.OK, ExitCode.RUN_INVALID, 4);
        }
    }

    private boolean accepted() {
        try {
            run.readRun();
            return true;
        } catch (RunFolderException e) {
            return false;
        }
    }

    /** Replaces each field in turn, at any depth. */
    private static void eachField(JsonNode node, String path, BiConsumer<ObjectNode, String> field) {
        if (node instanceof ObjectNode object) {
            for (String name : List.copyOf(object.propertyNames())) {
                eachField(object.get(name), path + "/" + name, field);
                field.accept(object, name);
            }
        } else if (node instanceof ArrayNode array) {
            array.forEach(one -> eachField(one, path, field));
        }
    }

    @Test
    void shouldSayWhichFieldOfARunIsWrong() throws Exception {
        String whole = Files.readString(run.runJson());
        JsonNode root = JSON.readTree(whole);
        List<String> refused = new ArrayList<>();

        eachField(root, "", (object, name) -> {
            JsonNode value = object.get(name);
            List<Runnable> changes = List.of(
                    () -> object.putNull(name),
                    () -> object.remove(name),
                    () -> object.putArray(name).add("x"),
                    () -> object.put(name, -1),
                    () -> object.put(name, Long.MAX_VALUE));
            for (int i = 0; i < changes.size(); i++) {
                changes.get(i).run();
                try {
                    // New files: file systems wait for the disk when one is cut off and written again.
                    Files.delete(run.runJson());
                    Files.deleteIfExists(scratch.resolve("out.csv"));
                    Files.writeString(run.runJson(), root.toString());
                    // A whole report takes a tenth of a second: one for each field that is a number out of range.
                    if (i < changes.size() - 1 && accepted()) {
                        continue;
                    }
                    CommandLineRun report = report();
                    shouldBeOneLineOrAResult("report of " + name + " " + i, report);
                    boolean accepted = report.exitCode() != ExitCode.USAGE;
                    // A whole comparison takes a tenth of a second: one for each field.
                    if (!accepted || i == changes.size() - 1) {
                        CommandLineRun compare = compare();
                        shouldBeOneLineOrAResult("compare of " + name + " " + i, compare);
                        if (!accepted) {
                            assertThat(report.err()).startsWith("run.json must ");
                            assertThat(compare.err()).isEqualTo(report.err());
                            refused.add(report.err());
                        }
                    }
                } catch (IOException e) {
                    throw new AssertionError(e);
                } finally {
                    object.set(name, value);
                }
            }
        });

        assertThat(refused)
                .anyMatch(line -> line.contains(" at sampler.mode: "))
                .anyMatch(line -> line.contains(" at runs[0].status: "))
                .anyMatch(line -> line.contains(" at environment"))
                .hasSizeGreaterThan(50);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "null", "[]", "{}", "7", "{\"schemaVersion\":3}", "{\"schemaVersion\":3,\"runs\":[null]}"})
    void shouldSayThatARunIsNone(String text) throws Exception {
        Files.writeString(run.runJson(), text);

        shouldBeOneLine(report(), "run.json must ");
        shouldBeOneLine(compare(), "run.json must ");
    }

    private void fifo(Path file) throws IOException, InterruptedException {
        Files.deleteIfExists(file);
        assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                .isZero();
    }

    /** A reader that waits for a writer would wait for ever. */
    @Test
    @Timeout(60)
    void shouldNotWaitForPipes() throws Exception {
        for (String name : List.of("run.json", "latency.hlog")) {
            Path file = run.path().resolve(name);
            byte[] whole = Files.readAllBytes(file);
            fifo(file);
            shouldBeOneLine(report(), "must be a regular file");
            shouldBeOneLine(compare(), "must be a regular file");
            Files.delete(file);
            Files.write(file, whole);
        }
        for (String name : List.of(
                "diagnosis.json", "recording.jfr", "stacks.jfr", "stacks-earlier.jfr", "unfinished.properties")) {
            fifo(run.path().resolve(name));
            shouldBeOneLineOrAResult(name, report());
            shouldBeOneLineOrAResult(name, compare());
        }
        Path pipe = scratch.resolve("pipe");
        fifo(pipe);
        shouldBeOneLine(compare(pipe, other.latencyLog()), "must be a regular file");
        shouldBeOneLine(
                CommandLineRun.of(
                        "report",
                        pipe.toString(),
                        "--out",
                        scratch.resolve("x.html").toString()),
                "must be an existing file");
    }

    @Test
    @Timeout(60)
    void shouldNotReadDevicesFoldersAndFilesOfTheKernel() throws Exception {
        Path loop = Files.createSymbolicLink(scratch.resolve("loop"), scratch.resolve("loop"));
        Path empty = Files.createFile(scratch.resolve("empty"));
        for (Path file : List.of(
                Path.of("/dev/zero"),
                Path.of("/dev/null"),
                Path.of("/proc/self/mem"),
                Path.of("/proc/kmsg"),
                loop,
                empty)) {
            shouldBeOneLine(compare(file, other.latencyLog()), file.toString());
            for (String name : List.of("run.json", "latency.hlog", "diagnosis.json", "unfinished.properties")) {
                Path changed = run.path().resolve(name);
                byte[] whole = Files.exists(changed) ? Files.readAllBytes(changed) : null;
                Files.deleteIfExists(changed);
                Files.createSymbolicLink(changed, file);
                shouldBeOneLineOrAResult(file + " as " + name, report());
                shouldBeOneLineOrAResult(file + " as " + name, compare());
                Files.delete(changed);
                if (whole != null) {
                    Files.write(changed, whole);
                }
            }
        }
    }

    @Test
    void shouldShowWhatCannotBeSeenInMessages() throws Exception {
        Path odd = scratch.resolve("a\u001b[31m\n\u202e");

        assertThat(CommandLineRun.of("report", odd.toString()).err())
                .contains("a\u27E8001B\u27E9[31m\u27E8000A\u27E9\u27E8202E\u27E9")
                .hasLineCount(1);
    }
}
