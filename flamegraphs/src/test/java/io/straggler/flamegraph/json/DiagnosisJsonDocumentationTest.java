package io.straggler.flamegraph.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Fields that {@code docs/reference/diagnosis-json.md} lists are those of a file with every field, and no others. */
class DiagnosisJsonDocumentationTest {
    private static final Path PAGE = DocumentedFields.page("diagnosis-json.md");

    /** Their properties are names that the user or the machine chose. */
    private static final Set<String> MAPS =
            Set.of("run.optionsGiven", "run.optionsResolved", "run.environment", "run.notices[].counts");

    @Test
    void shouldDescribeEveryFieldOfTheFileAndNoOther() throws IOException {
        Set<String> written = new TreeSet<>();
        try (InputStream golden = getClass().getResourceAsStream("diagnosis-golden.json")) {
            DocumentedFields.collect("", JsonMapper.shared().readTree(golden), MAPS, written);
        }
        Set<String> described = DocumentedFields.described(Files.readAllLines(PAGE));
        // The lists of objects are described by their fields.
        described.addAll(written.stream()
                .filter(path -> described.stream().anyMatch(other -> other.startsWith(path + "[].")))
                .toList());
        assertThat(described).containsExactlyElementsOf(written);
    }
}
