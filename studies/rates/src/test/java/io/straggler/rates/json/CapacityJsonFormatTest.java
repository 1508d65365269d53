package io.straggler.rates.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.flamegraph.json.DocumentedFields;
import io.straggler.rates.result.Capacity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CapacityJsonFormatTest {
    private static final Path PAGE = DocumentedFields.page("capacity-json.md");

    @TempDir
    Path directory;

    private JsonNode written(Capacity capacity) throws IOException {
        Path file = directory.resolve("capacity.json");
        CapacityJsonFormat.write(capacity, file);
        return JsonMapper.shared().readTree(Files.readString(file));
    }

    @Test
    void shouldWriteTheIntervalAndWhatItRestsOn() throws IOException {
        JsonNode json = written(CapacitySamples.found());

        assertThat(json.get("answer").asString()).isEqualTo("found");
        assertThat(json.get("found").toString())
                .isEqualTo("{\"perSecond\":20000.0,\"searched\":1,\"confirmed\":3,\"held\":2,\"failed\":0}");
        assertThat(json.at("/estimate/width").asDouble()).isCloseTo(0.1, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(json.at("/runs/1").toString())
                .isEqualTo(
                        "{\"perSecond\":22000.0,\"purpose\":\"confirm\",\"number\":2,\"place\":\"rate-00022000\","
                                + "\"status\":\"saturated\",\"achievedPerSecond\":21500.0,\"verdict\":\"fails\",\"sentence\":\"no\"}");
        assertThat(json.at("/limit/largest").asString()).isEqualTo("gc-pause");
    }

    @Test
    void shouldWriteNullForWhatWasNotFound() throws IOException {
        JsonNode json = written(CapacitySamples.none());

        assertThat(json.get("answer").asString()).isEqualTo("no-verdict");
        assertThat(json.get("found").isNull()).isTrue();
        assertThat(json.get("above").isNull()).isTrue();
        assertThat(json.get("estimate").isNull()).isTrue();
    }

    @Test
    void shouldDescribeEveryFieldAndNoOther() throws IOException {
        Set<String> fields = new TreeSet<>();
        DocumentedFields.collect("", written(CapacitySamples.found()), Set.of("limit.budget"), fields);

        assertThat(DocumentedFields.described(Files.readAllLines(PAGE))).containsExactlyElementsOf(fields);
    }
}
