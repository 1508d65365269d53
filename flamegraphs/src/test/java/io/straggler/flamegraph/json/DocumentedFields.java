package io.straggler.flamegraph.json;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The fields that a JSON file has, and those that a page describes, as paths such as {@code run.runs[].fork}. */
final class DocumentedFields {
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    private DocumentedFields() {}

    /** @param closed paths below which nothing is collected */
    static void collect(String path, JsonNode node, Set<String> closed, Set<String> paths) {
        if (node.isObject() && !closed.contains(path)) {
            for (Map.Entry<String, JsonNode> property : node.properties()) {
                String inner = path.isEmpty() ? property.getKey() : path + "." + property.getKey();
                paths.add(inner);
                collect(inner, property.getValue(), closed, paths);
            }
        } else if (node.isArray()) {
            node.forEach(element -> collect(path + "[]", element, closed, paths));
        }
    }

    /** The names in the first column of each table below a heading that is a path, or several. */
    static Set<String> described(List<String> lines) {
        Set<String> paths = new TreeSet<>();
        List<String> sections = List.of();
        for (String line : lines) {
            if (line.startsWith("#")) {
                String heading = line.replaceFirst("#+ ", "");
                sections = heading.equals("Top level") ? List.of("") : Arrays.asList(heading.split(", "));
            } else if (line.startsWith("|")) {
                Matcher name = NAME.matcher(line.split("\\|")[1]);
                while (name.find()) {
                    sections.forEach(
                            section -> paths.add(section.isEmpty() ? name.group(1) : section + "." + name.group(1)));
                }
            }
        }
        return paths;
    }
}
