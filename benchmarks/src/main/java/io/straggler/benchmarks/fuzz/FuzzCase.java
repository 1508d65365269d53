package io.straggler.benchmarks.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A command on a file that was made for it.
 *
 * <pre>
 * FOLDER/files/input/...  what was made, and is read
 * FOLDER/files/other/...  what it is compared with
 * FOLDER/files/out        where a command may write
 * FOLDER/beside           where it may not: {@link Sentinels}
 * FOLDER/command          the command line, as in {@link Format}
 * </pre>
 *
 * @param number unique among those of a seed
 * @param kind "mutants" or "crafted", for the table
 * @param name says how the file was made
 * @param content writes the file
 * @param size of a crafted file; a larger one is tried after it if {@code grows}
 */
record FuzzCase(
        int number,
        Format format,
        String kind,
        String name,
        String command,
        Crafted.Content content,
        int size,
        boolean grows,
        Path corpus) {
    private static final String FILES = "files";
    private static final String BESIDE = "beside";
    private static final String COMMAND = "command";

    FuzzCase numbered(int other) {
        return new FuzzCase(other, format, kind, name, command, content, size, grows, corpus);
    }

    FuzzCase sized(int other) {
        return new FuzzCase(number, format, kind, name, command, content, other, grows, corpus);
    }

    /** Writes all files anew. */
    void prepare(Path folder) throws IOException {
        CopiedFiles.delete(folder);
        Sentinels.fill(beside(folder));
        Files.createDirectories(work(folder).resolve("out"));
        Path input = input(folder);
        Files.createDirectories(input.getParent());
        Path other = other(folder);
        Files.createDirectories(other.getParent());
        switch (format.place()) {
            case FILE -> {
                CopiedFiles.copy(corpus.resolve(format.fileName()), other);
                content.write(input, beside(folder), size);
            }
            case RUN_FOLDER -> {
                CopiedFiles.copy(corpus.resolve(Format.RUN_FOLDER.fileName()), other);
                CopiedFiles.copy(corpus.resolve(Format.RUN_FOLDER.fileName()), input);
                if (format == Format.UNFINISHED) {
                    Path repository = Files.createDirectory(input.resolve("repository"));
                    Files.move(input.resolve("recording.jfr"), repository.resolve("2026_12_01_00_00_00.jfr"));
                }
                content.write(input.resolve(format.fileName()), beside(folder), size);
            }
            case WHOLE_FOLDER -> {
                CopiedFiles.copy(corpus.resolve(Format.RUN_FOLDER.fileName()), other);
                CopiedFiles.copy(corpus.resolve(Format.RUN_FOLDER.fileName()), input);
                content.write(input, beside(folder), size);
            }
        }
        Files.writeString(folder.resolve(COMMAND), command + "\n");
    }

    List<String> arguments(Path folder) {
        return arguments(command, input(folder), other(folder), work(folder).resolve("out"));
    }

    static List<String> arguments(String command, Path input, Path other, Path out) {
        List<String> arguments = new ArrayList<>();
        for (String part : command.strip().split(" ")) {
            arguments.add(part.replace("INPUT", input.toString())
                    .replace("OTHER", other.toString())
                    .replace("OUT", out.toString()));
        }
        return arguments;
    }

    static Path work(Path folder) {
        return folder.resolve(FILES);
    }

    static Path beside(Path folder) {
        return folder.resolve(BESIDE);
    }

    private Path input(Path folder) {
        return named(work(folder).resolve("input"));
    }

    private Path other(Path folder) {
        return named(work(folder).resolve("other"));
    }

    private Path named(Path parent) {
        return parent.resolve(format.place() == Format.Place.FILE ? format.fileName() : Format.RUN_FOLDER.fileName());
    }

    /** Files that a command reads and has no business to change. */
    Path[] read(Path folder) {
        Path other = other(folder);
        return format.place() == Format.Place.FILE
                ? new Path[] {input(folder), other}
                : command.startsWith("compare") ? new Path[] {other, input(folder)} : new Path[] {other};
    }

    @Override
    public String toString() {
        return format.label() + " " + kind + " " + name + ": " + command;
    }

    /** Whether a folder holds a case that was kept. */
    static boolean kept(Path folder) {
        return Files.exists(folder.resolve(COMMAND)) && Files.isDirectory(work(folder));
    }

    /** A case that was kept, from its folder. */
    static FuzzCase of(Path folder, Path corpus) throws IOException {
        Path input = work(folder).resolve("input");
        String name;
        try (Stream<Path> files = Files.list(input)) {
            name = files.findFirst().orElseThrow().getFileName().toString();
        }
        Format format = Format.ofFile(name).orElse(Format.RUN_FOLDER);
        return new FuzzCase(
                0,
                format,
                "replayed",
                folder.getFileName().toString(),
                Files.readString(folder.resolve(COMMAND)).strip(),
                (target, beside, size) -> {
                    CopiedFiles.delete(target);
                    CopiedFiles.copy(input.resolve(name), target);
                },
                1,
                false,
                corpus);
    }
}
