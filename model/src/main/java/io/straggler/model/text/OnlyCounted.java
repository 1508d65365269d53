package io.straggler.model.text;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The warnings of a run that say how many outliers it counted without keeping them, and what they say. */
public final class OnlyCounted {
    private static final Pattern COUNT = Pattern.compile(
            "([0-9,]+) of [0-9,]+ outliers were only counted: .*|.* outliers; ([0-9,]+) later ones were only counted\\.");

    private OnlyCounted() {}

    /** There were more at once than could be reported. */
    public static String tooMany(long notReported, long outliers) {
        return String.format(
                Locale.ROOT,
                "%,d of %,d outliers were only counted: reporting all would have taken a core that the run needs.",
                notReported,
                outliers);
    }

    /** There were more than the recording may keep. */
    public static String full(long kept, long later) {
        return String.format(
                Locale.ROOT,
                "The recording was full: it keeps the first %,d outliers; %,d later ones were only counted.",
                kept,
                later);
    }

    /** How many outliers were not kept, by what the warnings say. */
    public static long in(List<String> warnings) {
        return warnings.stream()
                .map(COUNT::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                .mapToLong(digits -> Long.parseLong(digits.replace(",", "")))
                .sum();
    }
}
