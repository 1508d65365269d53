package io.straggler.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Keeps the thorough compiler of a measured JVM off the sampler's code. That begins to run when something is late first, which is in the
 * measured run: compiling it thoroughly took a core for seconds then, and saved microseconds.
 */
final class QuickCompiling {
    private static final String DIRECTIVES = "compiler-directives.json";

    private QuickCompiling() {}

    /**
     * The JVM's arguments, after that which unlocks diagnostic options.
     *
     * @param place the JVM's own folder, where the compiler's directives are written to
     */
    static List<String> jvmArguments(Path place) throws IOException {
        Path file = place.resolve(DIRECTIVES).toAbsolutePath();
        try (InputStream directives = QuickCompiling.class.getResourceAsStream(DIRECTIVES)) {
            Files.copy(directives, file);
        }
        // Quiet, or the JVM would tell of each method.
        return List.of("-XX:CompilerDirectivesFile=" + file, "-XX:CompileCommand=quiet");
    }

    /** Whether the JVM says with this line that it has taken the directives; nobody wants to know. */
    static boolean saidBy(String line) {
        return line.startsWith("1 compiler directives added");
    }
}
