package io.straggler.cli.fork;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Room on the disk that a run needs.
 *
 * @param neededBytes below which nothing is measured
 * @param reservedBytes below which a run is ended, so that what it has measured can still be written
 */
record DiskRoom(long neededBytes, long reservedBytes) {
    /** Chunks that JFR keeps, what is kept of them, stacks and the report. */
    private static final DiskRoom RECORDING = new DiskRoom(64L << 20, 48L << 20);

    /** Histograms and the report. */
    private static final DiskRoom NO_RECORDING = new DiskRoom(8L << 20, 4L << 20);

    /** @param given options of the run */
    static DiskRoom of(Map<String, String> given) {
        return "off".equals(given.get("jfr")) ? NO_RECORDING : RECORDING;
    }

    /** Why nothing is measured, a sentence; empty if there is room enough. */
    Optional<String> lack(Path folder, long usableBytes) {
        return usableBytes >= neededBytes
                ? Optional.empty()
                : Optional.of("The disk has " + megabytes(usableBytes) + " left for " + folder + ", and a run needs "
                        + megabytes(neededBytes) + ": make room, or choose another folder with --out.");
    }

    /** Why a run is ended, a sentence; empty if there is room enough. */
    Optional<String> nearlyFull(Path folder, long usableBytes) {
        return usableBytes >= reservedBytes
                ? Optional.empty()
                : Optional.of("The run was ended early, because the disk was nearly full: less than "
                        + megabytes(reservedBytes) + " were left for " + folder + ".");
    }

    private static String megabytes(long bytes) {
        return (bytes >> 20) + " MB";
    }
}
