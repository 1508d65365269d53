package io.straggler;

import io.straggler.model.AskedThreshold;
import io.straggler.model.Notice;
import io.straggler.model.Notice.Code;
import io.straggler.model.RunDescription;
import io.straggler.model.Settings;
import io.straggler.model.text.Durations;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code run.json} from before it had notices and settings. Warnings that say how many outliers were only counted are read for their counts,
 * and options that were written for people are read for their values.
 */
final class EarlierRunJson {
    private static final Pattern NOT_REPORTED =
            Pattern.compile("([0-9][0-9,]{0,17}) of ([0-9][0-9,]{0,17}) outliers were only counted: .*");
    private static final Pattern RECORDING_FULL = Pattern.compile(
            "The recording was full: it keeps the first ([0-9][0-9,]{0,17}) outliers; ([0-9][0-9,]{0,17}) later ones were only counted\\.");

    private static final Pattern PERCENTILE = Pattern.compile("p([0-9.]{1,20})");

    private EarlierRunJson() {}

    /** Settings of a run with these options and this environment. */
    static Settings settings(Map<String, String> optionsResolved, Map<String, String> environment) {
        return new Settings(
                optionsResolved.getOrDefault("schedule", ""),
                Optional.ofNullable(optionsResolved.get("threshold")).flatMap(EarlierRunJson::threshold),
                "on".equals(optionsResolved.get("measure-overhead")),
                optionsResolved.getOrDefault(
                        "by", environment.containsKey(RunDescription.METHODS) ? Settings.BY_METHOD : ""));
    }

    private static Optional<AskedThreshold> threshold(String asked) {
        try {
            Matcher percentile = PERCENTILE.matcher(asked);
            if (percentile.matches()) {
                return Optional.of(AskedThreshold.percentile(Double.parseDouble(percentile.group(1))));
            }
            return Optional.of(
                    asked.equals("auto") ? AskedThreshold.AUTO : AskedThreshold.time(Durations.parseNs(asked)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

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
