package io.straggler.compare.recorded;

import io.straggler.diagnosis.statistics.Fork;
import io.straggler.harness.series.CountedInterval;
import io.straggler.harness.series.LatencyLog;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Series;
import io.straggler.model.file.InputFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** HdrHistogram's interval log, by whatever wrote it: one run, whose intervals are its periods of time. */
final class IntervalLog {
    private static final String VERSION = "#[Histogram log format";

    /** Histogram of numbers that are not whole, as the encoding begins. */
    private static final String OF_DOUBLES = ",DHIS";

    /** First line that is no comment: the legend, or an interval. */
    private static final Pattern FIRST = Pattern.compile("\"StartTimestamp\"|(Tag=[^,]*,)?[0-9.]+,[0-9.]+,[0-9.]+,");

    /** Statements of a file outside of its histograms. */
    private record Said(long intervals, long ofDoubles, Optional<ValueUnit> unit) {}

    private IntervalLog() {}

    static boolean begins(String head) {
        return head.lines()
                .filter(line -> !line.startsWith("#") || line.startsWith(VERSION))
                .findFirst()
                .filter(line -> line.startsWith(VERSION) || FIRST.matcher(line).lookingAt())
                .isPresent();
    }

    static RecordedFile read(Path file, Selection selection) throws IOException {
        Said said = said(file);
        List<String> notes = new ArrayList<>();
        ValueUnit unit = unit(file, said, selection, notes);
        Map<String, TreeMap<Long, Interval>> byTag = new TreeMap<>();
        long[] readable = {0};
        LatencyLog.read(file).forEachCounted(interval -> {
            readable[0]++;
            byTag.computeIfAbsent(interval.series() == null ? "" : interval.series(), tag -> new TreeMap<>())
                    .computeIfAbsent(interval.startEpochMs(), start -> new Interval())
                    .add(interval, unit);
        });
        requireReadable(file, said, readable[0], notes);
        byTag.values().removeIf(intervals -> intervals.values().stream().allMatch(Interval::empty));
        if (byTag.isEmpty()) {
            throw RecordedFiles.refused(file + " holds no latencies: its intervals are empty.");
        }
        var picked = selection.pick(
                file, Tool.INTERVAL_LOG.noun(), List.copyOf(byTag.entrySet()), Map.Entry::getKey, Series.LATENCY);
        return new RecordedFile(
                file,
                Tool.INTERVAL_LOG,
                picked.getKey(),
                List.of(fork(file, List.copyOf(picked.getValue().values()))),
                Map.of(),
                notes);
    }

    private static Said said(Path file) throws IOException {
        long intervals = 0;
        long ofDoubles = 0;
        Optional<ValueUnit> unit = Optional.empty();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(InputFiles.openExpanded(file), StandardCharsets.ISO_8859_1))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("#")) {
                    unit = unit.isPresent() ? unit : ValueUnit.said(line);
                } else if (!line.isBlank() && !line.startsWith("\"")) {
                    intervals++;
                    ofDoubles += line.contains(OF_DOUBLES) ? 1 : 0;
                }
            }
        }
        return new Said(intervals, ofDoubles, unit);
    }

    private static ValueUnit unit(Path file, Said said, Selection selection, List<String> notes) {
        if (said.unit.isPresent() && selection.unit().isPresent() && !said.unit.equals(selection.unit())) {
            throw RecordedFiles.refused(
                    file + " says that its values are " + said.unit.get().words() + ", so --unit "
                            + selection.unit().get().symbol() + " cannot be right.");
        }
        if (said.unit.isEmpty() && selection.unit().isEmpty()) {
            notes.add("Logs that do not say their unit are taken for nanoseconds, as is usual; --unit says otherwise.");
        }
        return said.unit.or(selection::unit).orElse(ValueUnit.NS);
    }

    /**
     * Requires that some lines can be read. A program that is killed leaves a last line that is cut off; one that logs
     * into the same file leaves foreign lines.
     */
    private static void requireReadable(Path file, Said said, long readable, List<String> notes) {
        long left = said.intervals - readable;
        if (readable == 0 && said.ofDoubles > 0) {
            throw RecordedFiles.refused(
                    file
                            + " holds double histograms, whose values are no whole numbers, and these are not read: log a Histogram, of nanoseconds for instance.");
        }
        if (readable == 0) {
            throw RecordedFiles.refused(file + " holds no interval that can be read.");
        }
        if (left > 0) {
            notes.add(file + ": " + left + " of its " + said.intervals + " intervals cannot be read and "
                    + (left == 1 ? "is" : "are") + " left out: "
                    + (said.ofDoubles > 0 ? "they are double histograms, or damaged." : "damaged, or cut off."));
        }
    }

    private static Fork fork(Path file, List<Interval> intervals) {
        long[] lengthsMs = intervals.stream()
                .mapToLong(interval -> interval.lengthMs)
                .sorted()
                .toArray();
        return new Fork(
                file.toString(),
                intervals.stream().map(Interval::latencies).toList(),
                Math.max(1, lengthsMs[lengthsMs.length / 2]) * 1_000_000);
    }

    /** One interval; threads may have written a histogram each. */
    private static final class Interval {
        private LatencyCounts latencies = LatencyCounts.NONE;
        private long lengthMs;

        private void add(CountedInterval interval, ValueUnit unit) {
            lengthMs = Math.max(lengthMs, interval.endEpochMs() - interval.startEpochMs());
            LatencyCounts more = unit.ns(interval.counts());
            latencies = empty() ? more : latencies.plus(more);
        }

        private boolean empty() {
            return latencies.counts().length == 0;
        }

        private LatencyCounts latencies() {
            return latencies;
        }
    }
}
