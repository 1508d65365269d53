package io.straggler.cli.fork;

import io.straggler.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folders of measured JVMs in a run folder. */
final class Folders {
    private static final Pattern FORK = Pattern.compile("fork-([0-9]{1,9})");

    private Folders() {}

    /** Folder of one measured JVM. */
    static Path fork(RunFolder folder, int number) {
        return folder.path().resolve("fork-" + number);
    }

    /** Folders of measured JVMs, in the order of their numbers. */
    static List<RunFolder> forks(RunFolder folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder.path())) {
            return entries.filter(Files::isDirectory)
                    .filter(entry -> FORK.matcher(name(entry)).matches())
                    .sorted(Comparator.comparingInt(Folders::number))
                    .map(RunFolder::new)
                    .toList();
        }
    }

    private static int number(Path fork) {
        Matcher numbered = FORK.matcher(name(fork));
        return numbered.matches() ? Integer.parseInt(numbered.group(1)) : 0;
    }

    private static String name(Path path) {
        return path.getFileName().toString();
    }
}
