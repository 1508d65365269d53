package io.straggler.flamegraph.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.rates.Capacity;
import io.straggler.diagnosis.rates.Capacity.Answer;
import io.straggler.diagnosis.rates.Capacity.Estimate;
import io.straggler.diagnosis.rates.Capacity.Purpose;
import io.straggler.diagnosis.rates.Capacity.Run;
import io.straggler.diagnosis.rates.Capacity.Tried;
import io.straggler.diagnosis.rates.Capacity.Verdict;
import io.straggler.diagnosis.rates.SweptStep;
import io.straggler.model.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CapacityJsonFormatTest {
    private static final Path PAGE =
            Path.of("").toAbsolutePath().resolveSibling("docs").resolve("capacity-json.md");

    @TempDir
    Path directory;

    private static Capacity capacity() {
        return new Capacity(
                "com.acme.Task",
                List.of("p99 < 10us"),
                1_000,
                1_000_000,
                0.05,
                Answer.FOUND,
                Optional.of(new Estimate(20_900, 20_000, 22_000)),
                Optional.of(new Tried(20_000, 1, 3, 2, 0)),
                Optional.of(new Tried(22_000, 2, 3, 0, 3)),
                List.of(
                        new Run(20_000, Purpose.SEARCH, 1, "rate-00020000", RunStatus.OK, 20_000, Verdict.HOLDS, "yes"),
                        new Run(
                                22_000,
                                Purpose.CONFIRM,
                                2,
                                "rate-00022000",
                                RunStatus.SATURATED,
                                21_500,
                                Verdict.FAILS,
                                "no")),
                SweepSamples.step(22_000, RunStatus.SATURATED, Cause.GC_PAUSE, 100)
                        .budget(),
                "Ended.");
    }

    private JsonNode written(Capacity capacity) throws IOException {
        Path file = directory.resolve("capacity.json");
        CapacityJsonFormat.write(capacity, file);
        return JsonMapper.shared().readTree(Files.readString(file));
    }

    @Test
    void shouldWriteTheIntervalAndWhatItRestsOn() throws IOException {
        JsonNode json = written(capacity());

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
        Capacity none = new Capacity(
                "com.acme.Task",
                List.of("p99 < 10us"),
                1_000,
                1_000_000,
                0.05,
                Answer.NO_VERDICT,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                SweptStep.Budget.NONE,
                "Interrupted.");
        JsonNode json = written(none);

        assertThat(json.get("answer").asString()).isEqualTo("no-verdict");
        assertThat(json.get("found").isNull()).isTrue();
        assertThat(json.get("above").isNull()).isTrue();
        assertThat(json.get("estimate").isNull()).isTrue();
    }

    @Test
    void shouldDescribeEveryFieldAndNoOther() throws IOException {
        Set<String> fields = new TreeSet<>();
        DocumentedFields.collect("", written(capacity()), Set.of("limit.budget"), fields);

        assertThat(DocumentedFields.described(Files.readAllLines(PAGE))).containsExactlyElementsOf(fields);
    }
}
