package io.straggler.flamegraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code docs/diagnosis-json.md} lists is what a file with every field holds, and nothing else. */
class DiagnosisJsonDocumentationTest {
    private static final Path PAGE =
            Path.of("").toAbsolutePath().resolveSibling("docs").resolve("diagnosis-json.md");
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    /** Their properties are names that the user or the machine chose. */
    private static final Set<String> MAPS = Set.of("run.optionsGiven", "run.optionsResolved", "run.environment");

    @Test
    void shouldDescribeEveryFieldOfTheFileAndNoOther() throws IOException {
        Set<String> written = new TreeSet<>();
        try (InputStream golden = getClass().getResourceAsStream("diagnosis-golden.json")) {
            collect("", JsonMapper.shared().readTree(golden), written);
        }
        Set<String> described = described(Files.readAllLines(PAGE));
        // The lists of objects are described by their fields.
        described.addAll(written.stream()
                .filter(path -> described.stream().anyMatch(other -> other.startsWith(path + "[].")))
                .toList());
        assertThat(described).containsExactlyElementsOf(written);
    }

    private static void collect(String path, JsonNode node, Set<String> paths) {
        if (node.isObject() && !MAPS.contains(path)) {
            for (Map.Entry<String, JsonNode> property : node.properties()) {
                String inner = path.isEmpty() ? property.getKey() : path + "." + property.getKey();
                paths.add(inner);
                collect(inner, property.getValue(), paths);
            }
        } else if (node.isArray()) {
            node.forEach(element -> collect(path + "[]", element, paths));
        }
    }

    /** The names in the first column of each table below a heading that is a path, or several. */
    private static Set<String> described(List<String> lines) {
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
