package io.straggler.remedies.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.flamegraph.json.DocumentedFields;
import io.straggler.remedies.result.Ranking;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RankingJsonFormatTest {
    private static final Path PAGE = DocumentedFields.page("ranking-json.md");

    @TempDir
    Path directory;

    private JsonNode written(Ranking ranking) throws IOException {
        Path file = directory.resolve("ranking.json");
        RankingJsonFormat.write(ranking, file);
        return JsonMapper.shared().readTree(Files.readString(file));
    }

    @Test
    void shouldWriteTheAnswerAndWhatItRestsOn() throws IOException {
        JsonNode json = written(RankingSamples.found());

        assertThat(json.get("answer").asString()).isEqualTo("found");
        assertThat(json.get("metric").asString()).isEqualTo("p99.9");
        assertThat(json.get("mostMissed").asDouble()).isEqualTo(0.31);
        assertThat(json.get("predictionsHeld").asInt()).isEqualTo(1);
        JsonNode best = json.at("/remedies/0");
        assertThat(best.get("options").asString()).isEqualTo("--jvm-arg=-XX:+UseZGC");
        assertThat(best.get("against").asString()).isEqualTo("GC pause");
        assertThat(best.get("change").toString()).isEqualTo("{\"value\":-0.85,\"low\":-0.92,\"high\":-0.71}");
        assertThat(best.at("/prediction/outcome").asString()).isEqualTo("held");
        assertThat(best.at("/costs/1/kind").asString()).isEqualTo("memory");
        assertThat(json.at("/remedies/3/change").isNull()).isTrue();
        assertThat(json.at("/remedies/3/standing").asString()).isEqualTo("out");
    }

    @Test
    void shouldSayThatNothingIsCertain() throws IOException {
        assertThat(written(RankingSamples.undecided()).get("answer").asString()).isEqualTo("undecided");
    }

    @Test
    void shouldDescribeEveryFieldAndNoOther() throws IOException {
        Set<String> fields = new TreeSet<>();
        DocumentedFields.collect("", written(RankingSamples.found()), Set.of(), fields);

        assertThat(DocumentedFields.described(Files.readAllLines(PAGE))).containsExactlyElementsOf(fields);
    }
}
