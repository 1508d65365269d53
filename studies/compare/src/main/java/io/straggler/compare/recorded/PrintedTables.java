package io.straggler.compare.recorded;

import io.straggler.compare.recorded.PercentileTable.Shape;
import io.straggler.model.text.Durations;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tables of percentiles that tools print: HdrHistogram's percentile distribution by itself, wrk, wrk2 and JLBH. */
final class PrintedTables {
    /** The head of HdrHistogram's table, in columns or as CSV. */
    private static final Pattern SPECTRUM =
            Pattern.compile("\"?Value\"?[\\s,]+\"?Percentile\"?[\\s,]+\"?TotalCount\"?[^\\n]*\\n");

    private static final Pattern SPECTRUM_ROW =
            Pattern.compile("(?m)^\\s*([0-9.]+)[\\s,]+([01](?:\\.[0-9]+)?)[\\s,]+([0-9]+)(?:[\\s,]+\\S+)?\\s*$");

    /** The head of the short table of wrk and wrk2; the latter says what its histogram is of. */
    private static final Pattern DISTRIBUTION =
            Pattern.compile("Latency Distribution(?: \\(HdrHistogram - ([^\\n]*))?\\n");

    private static final Pattern DISTRIBUTION_ROW =
            Pattern.compile("(?m)^\\s*([0-9.]+)%\\s+([0-9.]+(?:us|ms|s|m|h))\\s*$");

    private static final Map<String, Pattern> WRK_FACTS = Map.of(
            "length", Pattern.compile("Running (\\S+) test"),
            "threads and connections", Pattern.compile("(\\d+ threads and \\d+ connections)"),
            "requests a second", Pattern.compile("Requests/sec:\\s*([0-9.]+)"));

    private static final Pattern WRK_COUNT = Pattern.compile("(\\d+) requests in ");

    private PrintedTables() {}

    static RecordedFile read(Path file, String printed, Selection selection) {
        String text = printed.replace("\r", "");
        if (JlbhTables.printedIn(text)) {
            return JlbhTables.read(file, text, selection);
        }
        Matcher distribution = DISTRIBUTION.matcher(text);
        if (distribution.find()) {
            return wrk(file, text, distribution);
        }
        Matcher spectrum = SPECTRUM.matcher(text);
        if (spectrum.find()) {
            ValueUnit unit = selection
                    .unit()
                    .orElseThrow(() -> RecordedFiles.refused(
                            file + " does not say the unit of its values: add --unit ns, us, ms or s."));
            PercentileTable table = spectrum(file, text.substring(spectrum.end()), unit);
            return recorded(file, Tool.DISTRIBUTION, table, Map.of());
        }
        if (text.contains("Requests/sec:")) {
            throw RecordedFiles.refused(file + " holds no percentiles: run wrk or wrk2 with --latency.");
        }
        throw RecordedFiles.unknown(file);
    }

    /** With both of its tables wrk2 prints the corrected one first. */
    private static RecordedFile wrk(Path file, String text, Matcher distribution) {
        String of = distribution.group(1);
        Matcher next = DISTRIBUTION.matcher(text);
        int end = next.find(distribution.end()) ? next.start() : text.length();
        String part = text.substring(distribution.end(), end);
        TreeMap<Double, Long> rows = new TreeMap<>();
        Matcher row = DISTRIBUTION_ROW.matcher(part);
        while (row.find()) {
            rows.put(Double.parseDouble(row.group(1)), Durations.parseNs(row.group(2)));
        }
        Matcher spectrum = SPECTRUM.matcher(part);
        PercentileTable table = spectrum.find()
                ? spectrum(file, part.substring(spectrum.end()), ValueUnit.MS).with(rows.headMap(100.0))
                : new PercentileTable(rows, Shape.POINTS, count(text));
        if (table.rows().isEmpty()) {
            throw RecordedFiles.refused(file + " is cut off before its percentiles.");
        }
        Tool tool = of == null ? Tool.WRK : of.startsWith("Uncorrected") ? Tool.WRK2_UNCORRECTED : Tool.WRK2;
        Map<String, String> facts = new LinkedHashMap<>();
        WRK_FACTS.forEach((name, pattern) -> {
            Matcher fact = pattern.matcher(text);
            if (fact.find()) {
                facts.put(name, fact.group(1));
            }
        });
        return recorded(file, tool, table, facts);
    }

    private static OptionalLong count(String text) {
        Matcher count = WRK_COUNT.matcher(text);
        return count.find() ? OptionalLong.of(Long.parseLong(count.group(1))) : OptionalLong.empty();
    }

    private static PercentileTable spectrum(Path file, String text, ValueUnit unit) {
        TreeMap<Double, Long> rows = new TreeMap<>();
        long count = 0;
        Matcher row = SPECTRUM_ROW.matcher(text);
        while (row.find() && !rows.containsKey(100.0)) {
            long ns = unit.ns(Double.parseDouble(row.group(1)));
            if (!rows.isEmpty() && ns < rows.lastEntry().getValue()) {
                throw RecordedFiles.refused(file + " is damaged: values must grow with the percentile: "
                        + row.group().trim());
            }
            rows.put(100 * Double.parseDouble(row.group(2)), ns);
            count = Long.parseLong(row.group(3));
        }
        if (!rows.containsKey(100.0)) {
            throw RecordedFiles.refused(file + " is cut off: the row of the worst latency is missing.");
        }
        if (count == 0) {
            throw RecordedFiles.refused(file + " holds no latencies: its table counts none.");
        }
        return new PercentileTable(rows, Shape.CURVE, OptionalLong.of(count));
    }

    private static RecordedFile recorded(Path file, Tool tool, PercentileTable table, Map<String, String> facts) {
        return new RecordedFile(file, tool, "", List.of(), List.of(table), facts, List.of());
    }
}
