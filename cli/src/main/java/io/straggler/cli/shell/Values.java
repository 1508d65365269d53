package io.straggler.cli.shell;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Model.ArgSpec;

/** What the value of an option or argument may be, as far as a shell can know it. */
final class Values {
    private Values() {}

    /** By its type, or by what the help calls its value. */
    static boolean isFile(ArgSpec argument) {
        Class<?> type = argument.type();
        return type == Path.class || type == File.class || argument.paramLabel().matches(".*(DIR|FILE|PATH|JAR).*");
    }

    /** All of them, where they can be listed; else empty. */
    static List<String> candidates(ArgSpec argument) {
        Iterable<String> candidates = argument.completionCandidates();
        return candidates == null
                ? List.of()
                : StreamSupport.stream(candidates.spliterator(), false).toList();
    }
}
