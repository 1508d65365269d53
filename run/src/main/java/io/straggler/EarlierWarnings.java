package io.straggler;

import io.straggler.model.Notice;
import io.straggler.model.Notice.Code;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The warnings of a {@code run.json} that has no notices yet. Those that say how many outliers were only counted are read for their counts. */
final class EarlierWarnings {
    private static final Pattern NOT_REPORTED =
            Pattern.compile("([0-9][0-9,]{0,17}) of ([0-9][0-9,]{0,17}) outliers were only counted: .*");
    private static final Pattern RECORDING_FULL = Pattern.compile(
            "The recording was full: it keeps the first ([0-9][0-9,]{0,17}) outliers; ([0-9][0-9,]{0,17}) later ones were only counted\\.");

    private EarlierWarnings() {}

    static Notice notice(String warning) {
        Matcher notReported = NOT_REPORTED.matcher(warning);
        if (notReported.matches()) {
            return counted(Code.NOT_REPORTED, notReported);
        }
        Matcher full = RECORDING_FULL.matcher(warning);
        return full.matches() ? counted(Code.RECORDING_FULL, full) : Notice.of(warning);
    }

    private static Notice counted(Code code, Matcher found) {
        return Notice.of(code, number(found.group(1)), number(found.group(2)));
    }

    private static long number(String digits) {
        return Long.parseLong(digits.replace(",", ""));
    }
}
