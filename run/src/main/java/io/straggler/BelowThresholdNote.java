package io.straggler;

import io.straggler.model.AskedThreshold;
import io.straggler.model.BelowThreshold;
import io.straggler.model.text.Durations;
import java.util.Locale;

/** The warning of a run whose slow iterations were no outliers. */
final class BelowThresholdNote {
    private static final int MAX_TIMES = 1_000;

    private BelowThresholdNote() {}

    /** @param threshold as it was asked for */
    static String sentence(BelowThreshold below, AskedThreshold threshold) {
        return String.format(
                Locale.ROOT,
                "%,d iterations (%.1f%%) took %s or longer and were no outliers, because the threshold was %s. %s: a threshold of %s"
                        + " looks into them too.",
                below.count(),
                100 * below.share(),
                Durations.format(below.fromNs()),
                threshold,
                Double.isInfinite(below.ratio())
                        ? "No iteration was one"
                        : "Beyond the median they lost " + times(below.ratio()) + " the outliers",
                Durations.format(below.fromNs()));
    }

    private static String times(double ratio) {
        return ratio < 1.5
                ? "more time than"
                : ratio > MAX_TIMES
                        ? "over a thousand times as much time as"
                        : String.format(Locale.ROOT, "%.0f times as much time as", ratio);
    }
}
