package io.straggler.compare.recorded;

import io.straggler.compare.recorded.PercentileTable.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What JLBH prints after each run: a line of percentiles in microseconds for the whole and for each probe. */
final class JlbhTables {
    private static final Pattern LINE = Pattern.compile(
            "(?m)^[ \\t]*(\\S[^\\n(]*?):?[ \\t]*\\(([0-9,]+)\\)[ \\t]+([0-9./ ]+?) - worst was ([0-9.,/ \\-]+?)[ \\t]*$");

    private static final Pattern CORRECTED = Pattern.compile("Correcting for co-ordinated:(true|false)");
    private static final Pattern THROUGHPUT = Pattern.compile("Target throughput:(\\S+)");
    private static final String USUAL = "End to End";

    private JlbhTables() {}

    static boolean printedIn(String text) {
        return LINE.matcher(text).find();
    }

    static RecordedFile read(Path file, String text, Selection selection) {
        Map<String, List<PercentileTable>> byProbe = new LinkedHashMap<>();
        Matcher line = LINE.matcher(text);
        while (line.find()) {
            byProbe.computeIfAbsent(line.group(1), probe -> new ArrayList<>()).add(table(file, line));
        }
        Matcher corrected = CORRECTED.matcher(text);
        Tool tool = corrected.find() && corrected.group(1).equals("true") ? Tool.JLBH : Tool.JLBH_UNCORRECTED;
        Map.Entry<String, List<PercentileTable>> picked =
                selection.pick(file, tool.noun(), List.copyOf(byProbe.entrySet()), Map.Entry::getKey, USUAL);
        Matcher throughput = THROUGHPUT.matcher(text);
        Map<String, String> facts = throughput.find() ? Map.of("target throughput", throughput.group(1)) : Map.of();
        return new RecordedFile(file, tool, picked.getKey(), List.of(), picked.getValue(), facts, List.of());
    }

    private static PercentileTable table(Path file, Matcher line) {
        String[] percentiles = line.group(3).trim().split("[/ ]+");
        String[] values = line.group(4).replace(",", "").trim().split("[/ \\-]+");
        if (values.length != percentiles.length + 1) {
            throw RecordedFiles.refused(
                    file + " is damaged: a line of JLBH must have a value for each percentile and the worst: "
                            + line.group().trim());
        }
        TreeMap<Double, Long> rows = new TreeMap<>();
        for (int i = 0; i < values.length; i++) {
            double percentile = i < percentiles.length ? Double.parseDouble(percentiles[i]) : 100;
            rows.put(percentile, ValueUnit.US.ns(Double.parseDouble(values[i])));
        }
        return new PercentileTable(
                rows, Shape.POINTS, OptionalLong.of(Long.parseLong(line.group(2).replace(",", ""))));
    }
}
