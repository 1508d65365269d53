package io.straggler.compare;

import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.model.text.Durations;
import java.util.Locale;

/** Metrics as people read them, the same in every output. */
public final class MetricText {
    /**
     * Largest factor that is printed: beyond it a factor says only that it is huge, as the interval of few runs has no
     * other end.
     */
    private static final int MOST = 1_000;

    private MetricText() {}

    /** {@code 12.3 µs}, {@code 0.12%}, {@code 1.2 ms/s}. */
    public static String value(Metric.Unit unit, double value) {
        return switch (unit) {
            case NS -> Durations.format(Math.round(value));
            case NS_PER_SECOND -> Durations.format(Math.round(value)) + "/s";
            case PER_ITERATION -> percent(value);
        };
    }

    /** {@code 12.3 µs [11.9 µs, 13 µs]}. */
    public static String estimate(Metric.Unit unit, Estimate estimate) {
        return value(unit, estimate.value()) + " [" + value(unit, estimate.low()) + ", " + value(unit, estimate.high())
                + "]";
    }

    /** {@code +3.2%}, {@code −12%}, {@code ×14}: a relative change. */
    public static String change(double relative) {
        if (relative >= 10) {
            return factor(relative);
        }
        String number = digits(Math.abs(100 * relative)) + "%";
        return number.equals("0%") ? "0%" : (relative < 0 ? "−" : "+") + number;
    }

    /** {@code ±3.2%}: a relative change in either direction. */
    public static String either(double relative) {
        return relative >= 10 ? factor(relative) : "±" + digits(100 * relative) + "%";
    }

    /** {@code [−1.2%, +3.4%]}. */
    public static String interval(Estimate relative) {
        return "[" + change(relative.low()) + ", " + change(relative.high()) + "]";
    }

    private static String factor(double relative) {
        return 1 + relative > MOST ? "over ×" + digits(MOST) : "×" + digits(1 + relative);
    }

    private static String percent(double share) {
        double percent = 100 * share;
        return percent == 0 ? "0%" : String.format(Locale.ROOT, "%." + decimals(percent) + "f%%", percent);
    }

    /** Three significant digits, within six decimals. */
    private static int decimals(double percent) {
        return (int) Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(percent))));
    }

    private static String digits(double value) {
        int decimals = value < 9.995 ? 1 : 0;
        String text = String.format(Locale.ROOT, "%,." + decimals + "f", value);
        return decimals == 0 ? text : text.replaceFirst("\\.0$", "");
    }
}
