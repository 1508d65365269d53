package io.straggler.benchmarks.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import tools.jackson.databind.node.StringNode;

/** Crafted logs, tables and JSON: lines, series, intervals, digits and depths in excess. */
final class CraftedTexts {
    private static final String TABLE =
            "       Value   Percentile   TotalCount 1/(1-Percentile)\n\n       0.231     0.000000            1         1.00\n";

    private final List<Crafted> all = new ArrayList<>();

    private CraftedTexts() {}

    static List<Crafted> all() {
        CraftedTexts texts = new CraftedTexts();
        texts.logs(Format.LOG);
        texts.logs(Format.LATENCY_LOG);
        texts.tables();
        texts.json();
        texts.runFolderFiles();
        return texts.all;
    }

    private void growing(String name, Format format, int size, IntFunction<String> text) {
        all.add(new Crafted(
                name,
                format,
                size,
                true,
                (file, beside, scaled) -> Files.write(file, text.apply(scaled).getBytes(StandardCharsets.UTF_8))));
    }

    private void fixed(String name, Format format, String text) {
        all.add(new Crafted(
                name,
                format,
                1,
                false,
                (file, beside, scaled) -> Files.write(file, text.getBytes(StandardCharsets.UTF_8))));
    }

    private void logs(Format format) {
        growing("series", format, 1_000, n -> log(n, (i, histogram) -> histogram.setTag("series-" + i)));
        growing("long-series", format, 20, n -> log(n, (i, histogram) -> histogram.setTag("s".repeat(10_000) + i)));
        growing("intervals", format, 1_000, n -> log(n, (i, histogram) -> histogram.setTag("latency")));
        growing("digits", format, 8, CraftedTexts::digits);
        growing("comments", format, 20_000, n -> "#\n".repeat(n) + log(5, (i, histogram) -> {}));
        growing("blank-lines", format, 20_000, n -> "\n".repeat(n) + log(5, (i, histogram) -> {}));
        growing("spaces", format, 20_000, n -> " ".repeat(n) + log(5, (i, histogram) -> {}));
        growing("comments-only", format, 20_000, n -> "# comment\n".repeat(n));
        growing("long-line", format, 200_000, n -> "1".repeat(n) + ",0.1,1.0,AAAA\n");
        growing("dots", format, 50_000, n -> log(5, (i, histogram) -> {}) + "Tag=" + "1.".repeat(n) + ",1,1,AAAA\n");
        fixed("times-at-their-ends", format, log(5, (i, histogram) -> {
            histogram.setStartTimeStamp(i % 2 == 0 ? Long.MIN_VALUE / 2 : Long.MAX_VALUE / 2);
            histogram.setEndTimeStamp(i % 2 == 0 ? Long.MAX_VALUE / 2 : Long.MIN_VALUE / 2);
        }));
        for (int i = 0; i < HostileNames.ALL.size(); i++) {
            String name = HostileNames.ALL.get(i);
            fixed(
                    "hostile-series-" + i,
                    format,
                    log(20, (k, histogram) -> {})
                            .replaceAll("(?m)^([0-9])", Matcher.quoteReplacement("Tag=" + name) + ",$1"));
        }
    }

    @FunctionalInterface
    private interface Change {
        void apply(int interval, Histogram histogram);
    }

    /** A log as HdrHistogram writes it, of an interval a second. */
    private static String log(int intervals, Change change) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputLogFormatVersion();
            writer.outputLegend();
            for (int i = 0; i < intervals; i++) {
                Histogram histogram = new Histogram(3);
                histogram.setStartTimeStamp(1_700_000_000_000L + i * 1_000L);
                histogram.setEndTimeStamp(1_700_000_001_000L + i * 1_000L);
                for (int value = 0; value < 200; value++) {
                    histogram.recordValue(1_000 + value * 100L + i % 10);
                }
                change.apply(i, histogram);
                writer.outputIntervalHistogram(histogram);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Histograms that take hundreds of bytes, and as many megabytes as the format allows once they are read. */
    private static String digits(int lines) {
        Histogram one = new Histogram(1, 10_000_000_000L, 3);
        one.recordValue(1_000);
        ByteBuffer inside = ByteBuffer.allocate(one.getNeededByteBufferCapacity());
        int length = one.encodeIntoByteBuffer(inside);
        byte[] widest = Arrays.copyOf(inside.array(), length);
        ByteMutators.putLong(widest, 12, 4, 5);
        ByteMutators.putLong(widest, 24, 8, Long.MAX_VALUE);
        byte[] outside = {0x1c, (byte) 0x84, (byte) 0x93, 0x14, 0, 0, 0, 0};
        String line = ",1.000,0.001," + LogMutators.encoded(outside, widest) + "\n";
        StringBuilder log = new StringBuilder(log(1, (i, histogram) -> {}));
        for (int i = 0; i < lines; i++) {
            log.append("17000000").append(10 + i % 90).append(".000").append(line);
        }
        return log.toString();
    }

    private void tables() {
        for (Format format : List.of(Format.HGRM, Format.WRK, Format.WRK2, Format.JLBH)) {
            growing("blank-lines", format, 10_000, n -> "\n".repeat(n) + TABLE);
            growing("blank-lines-and-a-letter", format, 10_000, n -> "\n".repeat(n) + "x");
            growing("spaces", format, 15_000, n -> " ".repeat(n) + "x\n" + TABLE);
            growing("tabs-and-lines", format, 5_000, n -> "\t\n".repeat(n) + "x");
            growing("long-number", format, 60_000, n -> "9".repeat(n) + "\n" + TABLE);
            growing("quotes", format, 20_000, n -> "\"Value\"" + ", ".repeat(n) + "x");
        }
        growing("running", Format.WRK, 3_000, n -> "Running x\n".repeat(n));
        growing("latency", Format.WRK2, 3_000, n -> "  Latency Distributio\n".repeat(n));
        growing("dashes", Format.JLBH, 30_000, n -> "-".repeat(n) + " BENCHMARK RESULT");
        growing("dash-lines", Format.JLBH, 10_000, n -> "- BENCHMARK\n".repeat(n));
        growing("values", Format.HGRM, 5_000, n -> "Value Percentile\n".repeat(n));
        for (int i = 0; i < HostileNames.ALL.size(); i++) {
            fixed("hostile-" + i, Format.HGRM, HostileNames.ALL.get(i) + "\n" + TABLE);
        }
    }

    private void json() {
        for (Format format : List.of(Format.JMH, Format.K6, Format.COMPARISON_JSON)) {
            growing("spaces", format, 15_000, n -> " ".repeat(n) + "{\"x\":1}");
            growing("blank-lines", format, 15_000, n -> "\n".repeat(n) + "[{\"x\":1}]");
            growing("nested", format, 50_000, n -> "[".repeat(n));
            growing("nested-objects", format, 20_000, n -> "[" + "{\"a\":".repeat(n));
            growing("braces", format, 15_000, n -> "{".repeat(n));
            growing("metrics", format, 5_000, n -> "{" + "\"metrics\" ".repeat(n));
            growing("long-digits", format, 20_000, n -> "[{\"primaryMetric\":" + "9".repeat(n) + "}]");
        }
        growing(
                "benchmarks",
                Format.JMH,
                1_000,
                n -> "[" + String.join(",", Collections.nCopies(n, jmh("[[[1,9]]]", "x"))) + "]");
        growing("forks", Format.JMH, 2_000, n -> "[" + jmh(array("[[[0.5,90],[9,1]]]", n), "x") + "]");
        growing("iterations", Format.JMH, 4_000, n -> "[" + jmh("[" + array("[[0.5,90],[9,1]]", n) + "]", "x") + "]");
        growing("pairs", Format.JMH, 20_000, n -> "[" + jmh("[[" + array("[0.5,9]", n) + "]]", "x") + "]");
        fixed("huge-counts", Format.JMH, "[" + jmh("[[[1e300,1099511627776],[1e-300,1099511627776]]]", "x") + "]");
        for (int i = 0; i < HostileNames.ALL.size(); i++) {
            String name = StringNode.valueOf(HostileNames.ALL.get(i)).toString();
            fixed(
                    "hostile-benchmark-" + i,
                    Format.JMH,
                    "[" + jmh("[[[1,9],[2,1]]]", name.substring(1, name.length() - 1)) + "]");
        }
    }

    private static String array(String element, int count) {
        return "[" + String.join(",", Collections.nCopies(count, element)) + "]";
    }

    private static String jmh(String histogram, String name) {
        return "{\"benchmark\":\"" + name + "\",\"mode\":\"sample\",\"measurementTime\":\"1 s\",\"params\":{\"" + name
                + "\":\"" + name + "\"},\"primaryMetric\":{\"scoreUnit\":\"us/op\",\"rawDataHistogram\":" + histogram
                + "}}";
    }

    private void runFolderFiles() {
        growing("nested", Format.RUN_JSON, 50_000, n -> "{\"runs\":" + "[".repeat(n));
        growing("nested", Format.DIAGNOSIS_JSON, 50_000, n -> "{\"outliers\":" + "[".repeat(n));
        growing("spaces", Format.RUN_JSON, 100_000, n -> " ".repeat(n) + "{}");
        fixed("empty", Format.RUN_JSON, "");
        fixed("empty-object", Format.RUN_JSON, "{}");
        fixed("null", Format.RUN_JSON, "null");
        fixed("text", Format.RUN_JSON, "\"run\"");
        fixed("array", Format.RUN_JSON, "[]");
        fixed("empty-object", Format.DIAGNOSIS_JSON, "{}");
        fixed("array", Format.DIAGNOSIS_JSON, "[1]");
        fixed("process-beyond-all", Format.UNFINISHED, "pid=99999999999999999999\nrepository=x\nsince=0\n");
        fixed("process-negative", Format.UNFINISHED, "pid=-1\nrepository=.\nsince=-1\n");
        fixed("repository-with-nul", Format.UNFINISHED, "pid=0\nrepository=a\\u0000b\nsince=0\n");
        fixed("damaged-escape", Format.UNFINISHED, "pid=\\uZZZZ\n");
        growing("lines", Format.UNFINISHED, 20_000, n -> "pid=1\\\n".repeat(n) + "\nrepository=x\nsince=1\n");
    }
}
