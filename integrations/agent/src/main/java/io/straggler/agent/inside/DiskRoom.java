package io.straggler.agent.inside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Whether disks have room for a recording. JFR ends the JVM when it finds none: so nothing is begun where there is little, and a session ends while there is
 * enough left for what it has. For one thread.
 *
 * @param repository where JFR keeps chunks
 * @param folder where the recording will be whole
 * @param freeBytes what the disk of a folder has left
 */
record DiskRoom(Path repository, Path folder, ToLongFunction<Path> freeBytes) {
    /** JFR keeps up to two chunks of 12 MB open, and other programs write, too. */
    private static final long MARGIN_BYTES = 48 << 20;

    /** Where JFR's repository is, or will be. */
    static DiskRoom of(Path folder) {
        return new DiskRoom(
                Path.of(System.getProperty("jdk.jfr.repository", System.getProperty("java.io.tmpdir"))),
                folder,
                DiskRoom::freeBytes);
    }

    /**
     * Returns what is missing for going on: a sentence; empty if there is enough.
     *
     * @param recordedBytes that will have to be put into the folder
     */
    Optional<String> lack(long recordedBytes) {
        return lack(repository, MARGIN_BYTES).or(() -> lack(folder, MARGIN_BYTES + recordedBytes));
    }

    private Optional<String> lack(Path path, long leastBytes) {
        long free = freeBytes.applyAsLong(path);
        return free >= leastBytes
                ? Optional.empty()
                : Optional.of("The disk of " + path + " has " + megabytes(free) + " left, and the agent needs "
                        + megabytes(leastBytes));
    }

    /** Plenty where nobody knows. */
    private static long freeBytes(Path path) {
        try {
            return Files.getFileStore(path).getUsableSpace();
        } catch (IOException | SecurityException e) {
            return Long.MAX_VALUE;
        }
    }

    private static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%,d MB", bytes >> 20);
    }
}
