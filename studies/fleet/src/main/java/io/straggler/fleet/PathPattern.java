package io.straggler.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Labels out of the path of a recording: {@code {region}/{host}/*.jfr} are matched with its end, folder by folder. */
public final class PathPattern {
    private static final Pattern NAME = Pattern.compile("\\{([A-Za-z][\\w -]*)}|\\*");

    private final Pattern pattern;
    private final List<String> names = new ArrayList<>();

    /**
     * A pattern.
     *
     * @throws IllegalArgumentException if it names nothing, or something twice
     */
    public PathPattern(String text) {
        Matcher name = NAME.matcher(text);
        StringBuilder regex = new StringBuilder("(?:^|.*/)");
        int since = 0;
        while (name.find()) {
            regex.append(Pattern.quote(text.substring(since, name.start())));
            since = name.end();
            if (name.group(1) == null) {
                regex.append("[^/]*");
            } else {
                regex.append("([^/]+?)");
                if (names.contains(name.group(1))) {
                    throw new IllegalArgumentException("--path must name a label once: path=" + text);
                }
                names.add(name.group(1));
            }
        }
        if (names.isEmpty()) {
            throw new IllegalArgumentException("--path must name a label, as {host}/* does: path=" + text);
        }
        pattern = Pattern.compile(
                regex.append(Pattern.quote(text.substring(since))).append("/?").toString());
    }

    /** The labels that a path says; none if it does not match. */
    public Map<String, String> labels(String path) {
        Matcher matcher = pattern.matcher(path);
        Map<String, String> labels = new TreeMap<>();
        if (matcher.matches()) {
            for (int i = 0; i < names.size(); i++) {
                labels.put(names.get(i), matcher.group(i + 1));
            }
        }
        return labels;
    }
}
