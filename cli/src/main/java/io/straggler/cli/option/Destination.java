package io.straggler.cli.option;

import io.straggler.model.file.WholeFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Place that the user named for a result: a file, {@code -} for standard output, or a device or pipe such as {@code /dev/stdout}. */
public final class Destination {
    private Destination() {}

    /** A result that is written to a file. */
    public interface Result {
        void writeTo(Path file) throws IOException;
    }

    /** Writes a result. A file is replaced whole; whatever else it is gets the bytes when all are there. */
    public static void write(String named, Result result) throws IOException {
        boolean standardOutput = named.equals("-");
        if (!standardOutput && WholeFile.isReplaceable(Path.of(named))) {
            result.writeTo(Path.of(named));
            return;
        }
        Path file = Files.createTempFile("straggler-", ".out");
        try {
            result.writeTo(file);
            if (standardOutput) {
                Files.copy(file, System.out);
                System.out.flush();
            } else {
                try (OutputStream out = Files.newOutputStream(Path.of(named))) {
                    Files.copy(file, out);
                }
            }
        } finally {
            Files.delete(file);
        }
    }
}
