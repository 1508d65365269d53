package io.straggler.benchmarks.fuzz;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A file, or what a run folder holds, that is written to be slow, large or dangerous to read.
 *
 * @param name unique
 * @param format says which commands read it
 * @param size how much of what makes it so there is, such as a number of events
 * @param grows whether four times the size may take at most eight times as long
 * @param content writes it
 */
record Crafted(String name, Format format, int size, boolean grows, Content content) {
    @FunctionalInterface
    interface Content {
        /**
         * Writes it.
         *
         * @param target the file that is read or, of a run folder, the folder
         * @param beside folder outside, which no command may change
         */
        void write(Path target, Path beside, int size) throws IOException;
    }
}
