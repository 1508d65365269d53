package io.straggler.benchmarks.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Folders that no command may change, as they were before it ran. */
final class Sentinels {
    static final String TEXT = "precious.txt";
    static final String RECORDING = "precious.jfr";

    /** Name of a thread in {@link #RECORDING}: whoever has it has read there. */
    private static final String MARK = "thread-of-a-precious-recording";

    private final Path beside;
    private final Set<Path> watched = new TreeSet<>();
    private final Map<Path, String> before;

    /**
     * Looks at the folders.
     *
     * @param beside folder that links lead to
     * @param others folders or files that a command should leave alone, too
     */
    Sentinels(Path beside, Path... others) throws IOException {
        this.beside = beside;
        watched.add(beside);
        watched.addAll(Arrays.asList(others));
        before = state();
    }

    /** Fills a folder that links may lead to. */
    static void fill(Path beside) throws IOException {
        Files.createDirectories(beside.resolve("folder"));
        Files.writeString(beside.resolve(TEXT), "precious\n");
        Files.writeString(beside.resolve("folder").resolve(TEXT), "precious, too\n");
        Files.write(
                beside.resolve(RECORDING),
                new RecordingWriter().thread(1, MARK).usualOrders().bytes());
    }

    /** Files that came, went or changed. */
    Set<String> changed() throws IOException {
        Map<Path, String> after = state();
        Set<Path> all = new TreeSet<>(before.keySet());
        all.addAll(after.keySet());
        Set<String> changed = new TreeSet<>();
        for (Path file : all) {
            if (!before.getOrDefault(file, "").equals(after.getOrDefault(file, ""))) {
                changed.add(beside.getParent().relativize(file) + (before.containsKey(file) ? " changed" : " is new"));
            }
        }
        return changed;
    }

    /** Recordings below a folder that hold what was in the recording outside. */
    static Set<String> copied(Path work) throws IOException {
        Set<String> copied = new TreeSet<>();
        Files.walkFileTree(work, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isRegularFile()
                        && file.getFileName().toString().startsWith("recording.jfr")
                        && Files.readString(file, StandardCharsets.ISO_8859_1).contains(MARK)) {
                    copied.add(work.relativize(file) + " was copied from outside");
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return copied;
    }

    private Map<Path, String> state() throws IOException {
        Map<Path, String> state = new TreeMap<>();
        for (Path each : watched) {
            Files.walkFileTree(each, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    state.put(
                            file,
                            attributes.isRegularFile()
                                    ? content(file)
                                    : attributes.isSymbolicLink() ? "link" : "other");
                    return FileVisitResult.CONTINUE;
                }
            });
        }
        return state;
    }

    private static String content(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        return bytes.length + " bytes " + Arrays.hashCode(bytes) + " " + Files.getLastModifiedTime(file);
    }
}
