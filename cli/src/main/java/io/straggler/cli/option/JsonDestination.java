package io.straggler.cli.option;

import io.straggler.model.file.WholeFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the JSON that a command leaves in its folder goes as well.
 *
 * @param given after {@code --json}: a file, {@code -} for standard output, or null
 */
public record JsonDestination(String given) {
    private boolean standardOutput() {
        return "-".equals(given);
    }

    /** Where the text for people goes: out of the way of JSON on standard output. */
    public PrintStream people() {
        return standardOutput() ? System.err : System.out;
    }

    /** Brings there what has been written. */
    public void copy(Path written) throws IOException {
        if (given != null) {
            Destination.write(given, file -> WholeFile.write(file, out -> Files.copy(written, out)));
        }
    }
}
