package io.straggler.jlbh;

import io.straggler.harness.schedule.Schedule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** JLBH's tables of percentiles, for eyes that are used to them: in microseconds, a column per run. */
final class Tables {
    private static final int WIDTH = 100;
    private static final Map<TimeUnit, String> UNITS = Map.of(
            TimeUnit.NANOSECONDS, "ns",
            TimeUnit.MICROSECONDS, "us",
            TimeUnit.MILLISECONDS, "ms",
            TimeUnit.SECONDS, "s",
            TimeUnit.MINUTES, "min",
            TimeUnit.HOURS, "h",
            TimeUnit.DAYS, "day");

    private final JlbhSettings settings;

    Tables(JlbhSettings settings) {
        this.settings = settings;
    }

    /**
     * Returns the heading in front of the rows of a run.
     *
     * @param used for its pacing
     */
    String heading(int run, double seconds, Schedule used) {
        boolean asSet = used.perSecond() == settings.perSecond();
        return rule("-------------------------------- BENCHMARK RESULTS (RUN " + run + ") us ")
                + "Run time: " + seconds + " s, distribution: " + Distribution.name(settings, used) + "\n"
                + "Correcting for co-ordinated:" + settings.accountForCoordinatedOmission() + "\n"
                + "Target throughput:"
                + (asSet
                        ? settings.throughput() + "/" + UNITS.get(settings.throughputUnit())
                        : plain(used.perSecond()) + "/s")
                + " = 1 message every " + (asSet ? settings.betweenNs() : (long) (1e9 / used.perSecond())) / 1000
                + "us\n";
    }

    private static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    /** One row: what was sampled under a name. */
    String row(String name, Histogram values) {
        return String.format(Locale.ROOT, "%-48s", String.format(Locale.ROOT, "%s (%,d)", name, values.getTotalCount()))
                + "50/90 99/99.9 99.99 - worst was " + at(values, 50) + " / " + at(values, 90) + "  "
                + at(values, 99) + " / " + at(values, 99.9) + "  " + at(values, 99.99) + " - "
                + at(values, 100) + "\n";
    }

    private static String at(Histogram values, double percentile) {
        double us = (values.getTotalCount() == 0 ? 0 : value(values, percentile / 100)) / 1e3;
        return us < 10 ? text("%.3f", us) : us < 1000 ? text("%.1f", us) : text("%,.0f", us);
    }

    private static String text(String format, double us) {
        return String.format(Locale.ROOT, format, us);
    }

    /** The line under a table. */
    String end() {
        return rule("");
    }

    private static String rule(String begin) {
        return begin + "-".repeat(WIDTH - begin.length()) + "\n";
    }

    /**
     * Returns the percentiles that JLBH shows for a number of values.
     *
     * @param shares of the values, such as 0.99; 1 is the highest
     * @return nanoseconds; zeros when there are no values
     */
    static double[] percentiles(Histogram values, double[] shares) {
        double[] percentiles = new double[shares.length];
        for (int i = 0; i < shares.length; i++) {
            percentiles[i] = values.getTotalCount() == 0 ? 0 : value(values, shares[i]);
        }
        return percentiles;
    }

    /** The highest is the value itself, and not the upper end of those that the histogram cannot tell from it. */
    private static double value(Histogram values, double share) {
        return share >= 1
                ? values.getMaxValue()
                : Math.min(values.getMaxValue(), values.getValueAtPercentile(100 * share));
    }

    /** A row per percentile, a column per run, and by how much the runs differ. */
    void summary(String label, List<double[]> runs, double[] shares, Appendable target) {
        try {
            target.append(rule("-------------------------------- SUMMARY (" + label + ") us "));
            target.append("Percentile");
            for (int run = 1; run <= runs.size(); run++) {
                target.append(run == 1 ? "   run1" : "         run" + run);
            }
            target.append("      % Variation\n");
            for (int i = 0; i < shares.length; i++) {
                target.append(String.format(Locale.ROOT, "%-9s", name(shares[i]) + ":"));
                for (double[] run : runs) {
                    double ns = at(run, i, shares.length);
                    target.append(
                            ns == Double.POSITIVE_INFINITY
                                    ? "           - "
                                    : String.format(Locale.ROOT, "%12.2f ", ns / 1e3));
                }
                target.append(String.format(Locale.ROOT, "%12.2f%n", variation(runs, i, shares.length)));
            }
            target.append(rule(""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(double share) {
        return share >= 1 ? "worst" : Double.toString(Math.round(share * 1e6) / 1e4);
    }

    /** Runs of different lengths have different percentiles, but each has a worst. */
    private static double at(double[] run, int i, int rows) {
        return i == rows - 1 ? run[run.length - 1] : i < run.length - 1 ? run[i] : Double.POSITIVE_INFINITY;
    }

    /** JLBH's own measure: the range of the runs, as a share of the highest and half of the lowest. */
    private double variation(List<double[]> runs, int i, int rows) {
        double highest = 0;
        double lowest = Double.POSITIVE_INFINITY;
        for (int run = settings.skipFirstRun() && runs.size() > 1 ? 1 : 0; run < runs.size(); run++) {
            double value = at(runs.get(run), i, rows);
            highest = Math.max(highest, value);
            lowest = Math.min(lowest, value);
        }
        return highest > 0 && highest < Double.POSITIVE_INFINITY
                ? 100 * (highest - lowest) / (highest + lowest / 2)
                : 0;
    }
}
