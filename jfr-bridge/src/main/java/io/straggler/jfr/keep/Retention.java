package io.straggler.jfr.keep;

import io.straggler.model.Notice;
import java.util.List;
import java.util.Locale;

/**
 * How much of a recording was kept while it was followed.
 *
 * @param readBytes what JVM and profiler had recorded
 * @param keptBytes what of it is in the file
 * @param outliers how many outliers were recorded before the file was full; a notice says how many later ones were only counted
 * @param notices what was lost, or could not be chosen
 */
public record Retention(long readBytes, long keptBytes, long outliers, List<Notice> notices) {
    private static final double MEGABYTE = 1e6;

    public Retention {
        notices = List.copyOf(notices);
    }

    /** Nothing was followed. */
    public static Retention nothing() {
        return new Retention(0, 0, 0, List.of());
    }

    /** Nothing, and why. */
    public static Retention problem(String problem) {
        return new Retention(0, 0, 0, List.of(Notice.of(problem)));
    }

    /** Returns the retention of two processes together. */
    public Retention plus(Retention other) {
        return new Retention(
                readBytes + other.readBytes,
                keptBytes + other.keptBytes,
                outliers + other.outliers,
                Notice.joined(List.of(notices, other.notices)));
    }

    /** Returns a line for people. */
    public String describe() {
        return readBytes == keptBytes
                ? String.format(Locale.ROOT, "all of %.1f MB", keptBytes / MEGABYTE)
                : String.format(
                        Locale.ROOT,
                        "kept %.1f of %.1f MB: outliers, what happened up to %d ms around their busy periods, and"
                                + " normal samples",
                        keptBytes / MEGABYTE,
                        readBytes / MEGABYTE,
                        OutlierPeriods.MARGIN_NS / 1_000_000);
    }
}
