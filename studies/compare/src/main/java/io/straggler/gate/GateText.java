package io.straggler.gate;

import io.straggler.diagnosis.statistics.Metric;
import io.straggler.model.text.Durations;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The form of gates. A limit that is met exactly is no difference to an interval: {@code <=} means what {@code <} does. */
final class GateText {
    private static final Pattern VALUE = Pattern.compile("(p[0-9.]+|outliers|excess)\\s*([<>])=?\\s*(.+)");
    private static final Pattern REGRESSION =
            Pattern.compile("regressed\\s+(p[0-9.]+|outliers|excess)(?:\\s*>=?\\s*([0-9.]+)\\s*%)?");
    private static final Pattern NOT_WORSE =
            Pattern.compile("(p[0-9.]+|outliers|excess)\\s+not\\s+worse\\s+than\\s+([0-9.]+)\\s*%");
    /** Examples of conditions that fail. */
    static final String FAILING = "'p99.9 > 50us', 'outliers > 0.1%', 'excess > 2ms/s' or 'regressed p99 > 5%'";

    /** Examples of conditions that have to hold, for one run. */
    static final String HOLDING = "'p99.9 < 50us', 'outliers < 0.1%' or 'excess < 2ms/s'";

    /** Examples of conditions that have to hold. */
    static final String REQUIRED = "'p99.9 < 50us', 'outliers < 0.1%', 'excess < 2ms/s' or 'p99 not worse than 5%'";

    private static final List<Double> COMPARED = List.of(50.0, 90.0, 99.0, 99.9, 99.99);

    private GateText() {}

    /** Empty if it has another form. */
    static Optional<Gate> notWorse(String original) {
        Matcher notWorse = NOT_WORSE.matcher(original.trim().toLowerCase(Locale.ROOT));
        return notWorse.matches()
                ? Optional.of(new Gate(
                        original,
                        Gate.Kind.NOT_WORSE,
                        compared(notWorse.group(1), original),
                        Gate.Side.ABOVE,
                        number(notWorse.group(2), original) / 100))
                : Optional.empty();
    }

    private static MetricName compared(String name, String original) {
        MetricName metric = metric(name, original);
        if (metric instanceof MetricName.OfPercentile one && !COMPARED.contains(one.percentile())) {
            throw new IllegalArgumentException(
                    "regression must be of a percentile that is compared, p50, p90, p99, p99.9 or p99.99: gate="
                            + original);
        }
        return metric;
    }

    /** @param form of what is asked for, for whoever wrote something else */
    static Gate parse(String original, String form) {
        String plain = original.trim().toLowerCase(Locale.ROOT);
        Matcher regression = REGRESSION.matcher(plain);
        if (regression.matches()) {
            double limit = regression.group(2) == null ? 0 : number(regression.group(2), original) / 100;
            return new Gate(
                    original, Gate.Kind.REGRESSION, compared(regression.group(1), original), Gate.Side.ABOVE, limit);
        }
        Matcher value = VALUE.matcher(plain);
        if (!value.matches()) {
            throw new IllegalArgumentException("gate must be like " + form + ": gate=" + original);
        }
        MetricName metric = metric(value.group(1), original);
        return new Gate(
                original,
                Gate.Kind.VALUE,
                metric,
                value.group(2).equals(">") ? Gate.Side.ABOVE : Gate.Side.BELOW,
                limit(metric.unit(), value.group(3), original));
    }

    private static MetricName metric(String name, String original) {
        switch (name) {
            case "outliers":
                return new MetricName.OfOutliers();
            case "excess":
                return new MetricName.OfExcess();
            default:
                double percentile = number(name.substring(1), original);
                if (!(percentile > 0 && percentile < 100)) {
                    throw new IllegalArgumentException("percentile must be above p0 and below p100: gate=" + original);
                }
                return new MetricName.OfPercentile(percentile);
        }
    }

    private static double limit(Metric.Unit unit, String text, String original) {
        switch (unit) {
            case PER_ITERATION:
                if (!text.endsWith("%")) {
                    throw new IllegalArgumentException("limit of outliers must be in percent: gate=" + original);
                }
                return number(text.substring(0, text.length() - 1).trim(), original) / 100;
            case NS_PER_SECOND:
                if (!text.endsWith("/s")) {
                    throw new IllegalArgumentException(
                            "limit of excess latency must be a duration per second: gate=" + original);
                }
                return duration(text.substring(0, text.length() - 2), original);
            default:
                return duration(text, original);
        }
    }

    private static double duration(String text, String original) {
        try {
            return Durations.parseNs(text.replaceAll("(?<=[0-9])\\s+(?=[a-zµ])", ""));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(e.getMessage() + " gate=" + original, e);
        }
    }

    private static double number(String text, String original) {
        if (!text.matches("[0-9]{1,9}(\\.[0-9]{1,9})?")) {
            throw new IllegalArgumentException(
                    "number must be plain, such as 99.9: number=" + text + ", gate=" + original);
        }
        return Double.parseDouble(text);
    }
}
