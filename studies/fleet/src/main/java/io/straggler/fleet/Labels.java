package io.straggler.fleet;

import io.straggler.model.RunDescription;
import io.straggler.model.text.RunLabel;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Labels by which recordings are grouped. */
public final class Labels {
    /** On which machine, or in which container. */
    public static final String HOST = "host";

    /** Stands for what a recording does not say. */
    public static final String UNKNOWN = "(unknown)";

    private static final int LONGEST = 300;
    private static final Pattern FEATURE = Pattern.compile("(?:1\\.)?(\\d+)");
    private static final Pattern FEATURE_IN_JVM = Pattern.compile("\\((?:1\\.)?(\\d+)[.+\\-)]|JRE \\((?:1\\.)?(\\d+)");

    private Labels() {}

    /**
     * Facts of the environment, options with the values that were used, the task, and {@code jdk}, the feature version. The user's own labels
     * go before all of these.
     */
    static Map<String, String> of(RunDescription run) {
        Map<String, String> labels = new TreeMap<>();
        run.optionsResolved().forEach((name, value) -> labels.put(name, cut(value)));
        run.environment().forEach((name, value) -> labels.put(name, cut(value)));
        labels.put("task", cut(run.task()));
        labels.put("status", run.status().label());
        String jdk = jdk(run.environment());
        if (!jdk.isEmpty()) {
            labels.put("jdk", jdk);
        }
        RunLabel.among(run.environment()).forEach((name, value) -> labels.put(name, cut(value)));
        return labels;
    }

    private static String cut(String value) {
        return value.length() <= LONGEST ? value : value.substring(0, LONGEST) + "\u2026";
    }

    /** The feature version of Java, such as 17; empty if it is not known. */
    private static String jdk(Map<String, String> environment) {
        Matcher feature = FEATURE.matcher(environment.getOrDefault("java", ""));
        if (feature.lookingAt()) {
            return feature.group(1);
        }
        Matcher inJvm = FEATURE_IN_JVM.matcher(environment.getOrDefault("jvm", ""));
        return inJvm.find() ? (inJvm.group(1) == null ? inJvm.group(2) : inJvm.group(1)) : "";
    }
}
