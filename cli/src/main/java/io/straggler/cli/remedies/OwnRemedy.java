package io.straggler.cli.remedies;

import io.straggler.cli.option.MeasureOptions;
import io.straggler.cli.option.UsageException;
import io.straggler.remedies.Change;
import io.straggler.remedies.Proposal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A remedy of the user's own, as {@code --with NAME=OPTIONS} says it. */
final class OwnRemedy {
    /** Words between blanks; blanks within quotation marks belong to a word. */
    private static final Pattern WORD = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+");

    private OwnRemedy() {}

    /** @throws UsageException if it cannot be understood */
    static Proposal parse(String text) {
        int equals = text.indexOf('=');
        if (equals <= 0 || text.substring(equals + 1).isBlank()) {
            throw refused(text, "write NAME='OPTIONS', as in --with zgc='--jvm-arg=-XX:+UseZGC'");
        }
        List<String> jvmArguments = new ArrayList<>();
        Map<String, String> options = new LinkedHashMap<>();
        String classPath = "";
        Iterator<String> words = words(text.substring(equals + 1)).iterator();
        while (words.hasNext()) {
            String word = words.next();
            if (word.startsWith("-D") || word.startsWith("-X")) {
                jvmArguments.add(word);
                continue;
            }
            int end = word.indexOf('=');
            String name = end < 0 ? word : word.substring(0, end);
            if (end < 0 && !words.hasNext()) {
                throw refused(text, name + " needs a value");
            }
            String value = end < 0 ? words.next() : word.substring(end + 1);
            if (name.equals("--jvm-arg")) {
                jvmArguments.add(value);
            } else if (name.equals("--classpath") || name.equals("-cp")) {
                classPath = value;
            } else if (isMeasureOption(name)) {
                options.put(name.substring(2), value);
            } else {
                throw refused(
                        text,
                        name + " is none of what a remedy may change: --jvm-arg, --classpath, -D, -X, and what says"
                                + " how to measure, such as --pin and --warmup");
            }
        }
        return Proposal.own(text.substring(0, equals).strip(), new Change(jvmArguments, classPath, options, List.of()));
    }

    private static boolean isMeasureOption(String name) {
        return name.startsWith("--") && MeasureOptions.contain(name.substring(2));
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(text);
        while (matcher.find()) {
            words.add(matcher.group().replaceAll("['\"]", ""));
        }
        return words;
    }

    private static UsageException refused(String text, String why) {
        return new UsageException("--with " + text + ": " + why);
    }
}
