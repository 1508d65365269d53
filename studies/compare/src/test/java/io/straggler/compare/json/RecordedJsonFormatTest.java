package io.straggler.compare.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.compare.result.RecordedComparison;
import io.straggler.compare.result.RecordedSide;
import io.straggler.compare.result.RunDifference;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.diagnosis.statistics.Verdict;
import io.straggler.flamegraph.json.DocumentedFields;
import io.straggler.model.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RecordedJsonFormatTest {
    private static final Path PAGE = DocumentedFields.page("comparison-json.md");

    @TempDir
    Path directory;

    private static RecordedSide side(String label, long count) {
        return new RecordedSide(
                label,
                List.of(label + ".json"),
                "JMH, mode sample",
                "Encoder.encode",
                1,
                count,
                List.of(new Series.Point(50, 1_200)));
    }

    private static RecordedComparison runs() {
        Difference median = new Difference(
                new Metric.Percentile(50),
                OptionalDouble.of(1_200),
                OptionalDouble.of(1_300),
                Optional.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                Verdict.NOT_MEASURABLE,
                "");
        return new RecordedComparison(
                side("before", 60_000),
                side("after </script>", 50_000),
                List.of(median),
                Optional.empty(),
                "One fork each.",
                List.of(new RunDifference("threads", "1", "2")),
                List.of("Nothing is said of causes."));
    }

    private JsonNode written() throws IOException {
        Path file = directory.resolve("comparison.json");
        RecordedJsonFormat.write(runs(), file);
        return JsonMapper.shared().readTree(Files.readString(file));
    }

    @Test
    void shouldWriteSidesWithWhatTheirFilesHold() throws IOException {
        assertThat(written().get("a").toString())
                .isEqualTo(
                        "{\"label\":\"before\",\"places\":[\"before.json\"],\"tool\":\"JMH, mode sample\",\"series\":\"Encoder.encode\","
                                + "\"runs\":1,\"count\":60000,\"percentiles\":[{\"percentile\":50.0,\"valueNs\":1200}]}");
        assertThat(written().at("/basis").isNull()).isTrue();
    }

    @Test
    void shouldDescribeEveryFieldAndNoOther() throws IOException {
        Set<String> described = DocumentedFields.described(Files.readAllLines(PAGE));
        Set<String> fields = new TreeSet<>(written().propertyNames());
        fields.removeIf(field -> described.contains(field));

        assertThat(fields).isEqualTo(below("Files of other tools.", described));
        assertThat(new TreeSet<>(written().get("a").propertyNames()))
                .isEqualTo(without(below("Sides of files.", described), "percentile", "valueNs"));
    }

    private static Set<String> below(String heading, Set<String> described) {
        return described.stream()
                .filter(path -> path.startsWith(heading))
                .map(path -> path.substring(heading.length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> without(Set<String> names, String... some) {
        names.removeAll(Set.of(some));
        return names;
    }
}
