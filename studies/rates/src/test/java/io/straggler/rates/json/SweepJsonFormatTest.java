package io.straggler.rates.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.flamegraph.json.DocumentedFields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SweepJsonFormatTest {
    private static final Path PAGE = DocumentedFields.page("sweep-json.md");

    @TempDir
    Path directory;

    private JsonNode written() throws IOException {
        Path file = directory.resolve("sweep.json");
        SweepJsonFormat.write(SweepSamples.four(), file);
        return JsonMapper.shared().readTree(Files.readString(file));
    }

    @Test
    void shouldWriteAStepWithItsRounds() throws IOException {
        JsonNode steps = written().get("steps");

        assertThat(steps).hasSize(4);
        assertThat(steps.get(0).get("percentiles").toString())
                .isEqualTo("[{\"percentile\":50.0,\"valueNs\":1000,\"lowNs\":null,\"highNs\":null},"
                        + "{\"percentile\":99.0,\"valueNs\":10000,\"lowNs\":9000.0,\"highNs\":11000.0}]");
        assertThat(steps.get(0).get("achievedPerSecond").asDouble()).isEqualTo(7_500);
        assertThat(steps.get(0).get("iterations").asLong()).isEqualTo(90_000);
        assertThat(steps.get(0).get("rounds").get(1).get("turn").asInt()).isEqualTo(2);
        assertThat(steps.get(1).get("largest").asString()).isEqualTo("run-queue");
        assertThat(steps.get(1).at("/budget/causes/0/share").asDouble()).isEqualTo(0.8);
    }

    @Test
    void shouldGiveNoPercentilesOfRatesThatWereNotKept() throws IOException {
        JsonNode saturated = written().get("steps").get(2);

        assertThat(saturated.get("status").asString()).isEqualTo("saturated");
        assertThat(saturated.get("percentiles")).isEmpty();
        assertThat(saturated.get("reason").asString()).isEqualTo("that is why");
        assertThat(written().get("steps").get(3).get("largest").isNull()).isTrue();
    }

    @Test
    void shouldTellWhereItSaturatesAndWhatTakesOver() throws IOException {
        assertThat(written().get("saturation").toString())
                .isEqualTo("{\"perSecond\":40000.0,\"rounds\":1,\"keptPerSecond\":20000.0,\"keptAbove\":[]}");
        assertThat(written().get("leads").toString())
                .isEqualTo(
                        "[{\"cause\":\"gc-pause\",\"label\":\"GC pause\",\"perSecond\":10000.0,\"toPerSecond\":10000.0},"
                                + "{\"cause\":\"run-queue\",\"label\":\"waiting for a core\",\"perSecond\":20000.0,\"toPerSecond\":40000.0}]");
    }

    @Test
    void shouldDescribeEveryFieldAndNoOther() throws IOException {
        Set<String> fields = new TreeSet<>();
        DocumentedFields.collect("", written(), Set.of("steps[].budget"), fields);

        assertThat(DocumentedFields.described(Files.readAllLines(PAGE))).containsExactlyElementsOf(fields);
    }
}
