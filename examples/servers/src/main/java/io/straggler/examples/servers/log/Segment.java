package io.straggler.examples.servers.log;

import java.nio.file.Path;
import java.util.Locale;

/** The files of a log: each is named after the number of the first record in it, and holds records behind their lengths. */
final class Segment {
    /** In front of a record. */
    static final int LENGTH_BYTES = Integer.BYTES;

    private Segment() {}

    static Path file(Path folder, long firstRecord) {
        return folder.resolve(String.format(Locale.ROOT, "%020d.log", firstRecord));
    }
}
