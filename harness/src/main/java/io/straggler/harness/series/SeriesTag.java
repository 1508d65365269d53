package io.straggler.harness.series;

import io.straggler.model.Series;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tags of a histogram log, in which blanks, commas and quotes would end a tag: in names of groups, which are whatever a program has as a value, they become {@code %20} and the
 * like, as in addresses of the web.
 */
final class SeriesTag {
    private static final Pattern ENDS_TAG = Pattern.compile("[\\s,\"%]");
    private static final Pattern ESCAPED = Pattern.compile("%([0-9A-F]{2})");

    private SeriesTag() {}

    /** Tag of a series in a log. */
    static @Nullable String write(@Nullable String series) {
        return isGroup(series)
                ? ENDS_TAG.matcher(series)
                        .replaceAll(found -> String.format(
                                Locale.ROOT, "%%%02X", (int) found.group().charAt(0)))
                : series;
    }

    /** Series of a tag in a log. */
    static @Nullable String read(@Nullable String tag) {
        return isGroup(tag)
                ? ESCAPED.matcher(tag)
                        .replaceAll(found ->
                                Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(found.group(1), 16))))
                : tag;
    }

    private static boolean isGroup(@Nullable String name) {
        return name != null && name.startsWith(Series.GROUP_PREFIX);
    }
}
