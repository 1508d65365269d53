package io.straggler.cli.report;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Formats that {@code report} writes, known by the end of a file's name. */
enum ReportFormat {
    HTML("report.html", ".html"),
    JSON("diagnosis.json", ".json"),
    COLLAPSED("outliers.collapsed", ".collapsed", ".txt"),
    COLLAPSED_NORMAL("normal.collapsed", "normal.collapsed", ".normal.txt"),
    COLLAPSED_DIFF("difference.collapsed", "difference.collapsed", ".diff.txt"),
    SPEEDSCOPE("outliers.speedscope.json", ".speedscope.json"),
    TRACE("outliers.trace.json", ".trace.json", ".perfetto.json"),
    FLAMEGRAPH("flamegraph.html", "flamegraph.html"),
    CSV("outliers.csv", ".csv"),
    SERIES_CSV("series.csv", "series.csv"),
    HGRM("latency.hgrm", ".hgrm"),
    HLOG("series.hlog", ".hlog");

    /** Formats that hold stacks. */
    static final Set<ReportFormat> OF_STACKS =
            Set.of(COLLAPSED, COLLAPSED_NORMAL, COLLAPSED_DIFF, SPEEDSCOPE, TRACE, FLAMEGRAPH);

    /** Formats that hold stacks of outliers, of which time and thread are known, and no others. */
    static final Set<ReportFormat> OF_OUTLIER_STACKS = Set.of(COLLAPSED, SPEEDSCOPE, TRACE, FLAMEGRAPH);

    private final String fileName;
    private final List<String> endings;

    ReportFormat(String fileName, String... endings) {
        this.fileName = fileName;
        this.endings = List.of(endings);
    }

    /** Returns the default name of the file. */
    String fileName() {
        return fileName;
    }

    /** Returns the name of the file of a single outlier, if the format can show one. */
    Optional<String> fileName(int rank) {
        return this == SPEEDSCOPE || this == TRACE
                ? Optional.of(fileName.replace("outliers", "outlier-" + rank))
                : Optional.empty();
    }

    /** The format of a file, by the longest ending that fits; empty if none does. */
    static Optional<ReportFormat> of(String file) {
        String lower = file.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(format -> format.longest(lower) > 0)
                .max(Comparator.comparingInt(format -> format.longest(lower)));
    }

    /** Every ending that stands for a format. */
    static List<String> allEndings() {
        return Arrays.stream(values())
                .flatMap(format -> format.endings.stream())
                .toList();
    }

    private int longest(String file) {
        return endings.stream()
                .filter(file::endsWith)
                .mapToInt(String::length)
                .max()
                .orElse(0);
    }

    /** Returns the name as people write it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
