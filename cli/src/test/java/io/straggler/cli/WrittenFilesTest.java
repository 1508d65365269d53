package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Files are written by {@code io.straggler.model.file.WholeFile}, which follows no link and leaves no half of a file. Whoever writes in another way is listed here, with
 * the reason why that leads nowhere else.
 */
class WrittenFilesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    private static final Pattern WRITING =
            Pattern.compile("Files\\.(write|writeString|newBufferedWriter|newOutputStream|newByteChannel|copy)\\("
                    + "|new (FileOutputStream|FileWriter|RandomAccessFile|PrintWriter|Formatter)\\("
                    + "|StandardOpenOption\\.(WRITE|APPEND|CREATE|CREATE_NEW)\\b|REPLACE_EXISTING"
                    + "|\\.setDestination\\(|\\.dump\\(|Redirect\\.(to|appendTo)\\(");

    private static final Map<String, String> OTHERWISE = Map.ofEntries(
            Map.entry("model/file/WholeFile", "it is the one that does it"),
            Map.entry("harness/series/GrowingLatencyLog", "grows while a program runs, and refuses a link"),
            Map.entry("jfr/chunk/Recordings", "appends to what is there, and refuses a link"),
            Map.entry("jfr/keep/RetainedRecording", "one chunk at a time for reading again, and refuses a link"),
            Map.entry(
                    "jfr/record/InProcessRecording", "the JVM writes, into a folder that was empty when the run began"),
            Map.entry("cli/fork/HostedRun", "appends to a file of a folder made for this run, and refuses a link"),
            Map.entry("cli/fork/ProgressCell", "mapped by two processes in a folder made for this run; refuses a link"),
            Map.entry("cli/fork/FolderLock", "an empty file to be locked, and refuses a link"),
            Map.entry("cli/fork/ForkMain", "prints a stack trace into memory"),
            Map.entry("cli/attach/StagedFiles", "creates files only, in folders made for this attach"),
            Map.entry("model/file/UnnamedFile", "a temporary file under a new name, without one once it is open"),
            Map.entry("cli/option/Destination", "devices and pipes that the user named"),
            Map.entry("cli/option/JsonDestination", "copies a file into a whole one"),
            Map.entry("cli/text/StandardOutput", "descriptors of standard output"),
            Map.entry("agent/AgentMain", "answers in the file that was made for that; unpacks into a new folder"),
            Map.entry("flamegraph/ClassicFlameGraphFormat", "prints to a stream that it is given"),
            Map.entry("ping/MappedCell", "checked by OfferedPath, and refuses a link"),
            Map.entry("sampler/linux/ProcFile", "opens for reading"),
            Map.entry("selftest/inject/", "faults to be found, in a folder of their own that is new"));

    @Test
    void shouldWriteFilesInOnePlace() throws IOException {
        List<Path> sources = sources();
        assertThat(sources).hasSizeGreaterThan(500);
        Map<String, List<String>> found = new TreeMap<>();
        for (Path source : sources) {
            List<String> lines = Files.readString(source)
                    .lines()
                    .filter(line -> WRITING.matcher(line).find())
                    .map(String::strip)
                    .toList();
            if (!lines.isEmpty()) {
                found.put(name(source), lines);
            }
        }
        assertThat(OTHERWISE.keySet())
                .as("whoever writes no longer is no exception")
                .allMatch(name -> found.keySet().stream().anyMatch(written -> written.startsWith(name)));
        found.keySet()
                .removeIf(written -> OTHERWISE.keySet().stream()
                        .anyMatch(name -> name.endsWith("/") ? written.startsWith(name) : written.equals(name)));
        assertThat(found).isEmpty();
    }

    private static String name(Path source) {
        String path = source.toString().replace(source.getFileSystem().getSeparator(), "/");
        return path.substring(
                path.indexOf("/io/straggler/") + "/io/straggler/".length(), path.length() - ".java".length());
    }

    /** Sources of the product, without examples and benchmarks: they are programs of their own. */
    private static List<Path> sources() throws IOException {
        try (Stream<Path> modules = Files.find(ROOT, 4, (path, attributes) -> path.endsWith("src/main"))) {
            List<Path> mains = modules.filter(path ->
                            !path.startsWith(ROOT.resolve("examples")) && !path.startsWith(ROOT.resolve("benchmarks")))
                    .toList();
            return mains.stream().flatMap(WrittenFilesTest::javaFiles).toList();
        }
    }

    private static Stream<Path> javaFiles(Path main) {
        try (Stream<Path> files = Files.walk(main)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
