package io.straggler.harness.series;

import io.straggler.model.Percentiles;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/**
 * Interval histograms for spreadsheets: a line for each interval of each series, in order of time. Times are wall-clock seconds since the
 * epoch, values nanoseconds. A percentile that too few values lie above to measure it is left out.
 */
public final class SeriesCsv {
    private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9, 99.99);

    private static final int MS_DIGITS = 3;
    private static final Pattern QUOTED = Pattern.compile("[,\"\\r\\n]");

    private SeriesCsv() {}

    /** Writes a header and the lines. */
    public static void write(Intervals intervals, Appendable out) throws IOException {
        out.append("series,from_s,to_s,count");
        for (double percentile : PERCENTILES) {
            out.append(",p").append(number(percentile)).append("_ns");
        }
        out.append(",max_ns\n");
        StringBuilder lines = new StringBuilder();
        intervals.forEach(interval -> addLine(interval, lines));
        out.append(lines);
    }

    private static void addLine(Histogram interval, StringBuilder lines) {
        long count = interval.getTotalCount();
        lines.append(interval.getTag() == null ? "" : field(interval.getTag()))
                .append(',')
                .append(BigDecimal.valueOf(interval.getStartTimeStamp(), MS_DIGITS))
                .append(',')
                .append(BigDecimal.valueOf(interval.getEndTimeStamp(), MS_DIGITS))
                .append(',')
                .append(count);
        for (double percentile : PERCENTILES) {
            lines.append(',');
            valueNs(interval, percentile).ifPresent(lines::append);
        }
        lines.append(',').append(count == 0 ? "" : interval.getMaxValue()).append('\n');
    }

    /** Quoted where it must be: the name of a group is whatever a recording has as a value. */
    private static String field(String text) {
        return QUOTED.matcher(text).find() ? '"' + text.replace("\"", "\"\"").replaceAll("\\R", " ") + '"' : text;
    }

    private static OptionalLong valueNs(Histogram interval, double percentile) {
        return Percentiles.measurable(percentile, interval.getTotalCount())
                ? OptionalLong.of(interval.getValueAtPercentile(percentile))
                : OptionalLong.empty();
    }

    private static String number(double percentile) {
        return BigDecimal.valueOf(percentile).stripTrailingZeros().toPlainString();
    }
}
