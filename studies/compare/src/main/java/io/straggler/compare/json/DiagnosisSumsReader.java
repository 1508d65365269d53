package io.straggler.compare.json;

import io.straggler.compare.result.DiagnosisSums;
import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.Where;
import io.straggler.flamegraph.json.DiagnosisJsonFormat;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import io.straggler.model.file.InputFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the sums back from {@code diagnosis.json}, passing over the single outliers: they are most of the file. */
public final class DiagnosisSumsReader {
    /** Reads values out of the middle of a file. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final Constants<Cause> CAUSES = new Constants<>(Cause.values());
    private static final Constants<FrameKind> KINDS = new Constants<>(FrameKind.values());

    private long outliers;
    private @Nullable JsonNode budget;
    private final List<Stack> stacks = new ArrayList<>();
    private final List<StackFrame> frames = new ArrayList<>();

    private record Stack(long weightNs, long samples, int[] frames) {}

    private DiagnosisSumsReader() {}

    /**
     * Reads one file.
     *
     * @return empty if there is no such file, or it is not whole, or not of this version: then the run has to be analysed again
     * @throws IOException if it is there and cannot be read
     */
    public static Optional<DiagnosisSums> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try (JsonParser json = JSON.createParser(InputFiles.open(file))) {
            DiagnosisSumsReader reader = new DiagnosisSumsReader();
            return reader.readAll(json) ? Optional.of(reader.sums()) : Optional.empty();
        } catch (JacksonException | IllegalArgumentException | IndexOutOfBoundsException e) {

            return Optional.empty();
        }
    }

    /** @return false if the file is of another version */
    private boolean readAll(JsonParser json) {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            return false;
        }
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            JsonToken token = json.nextToken();
            switch (name) {
                case "schemaVersion" -> {
                    if (json.getIntValue() != DiagnosisJsonFormat.SCHEMA_VERSION) {
                        return false;
                    }
                }
                case "coverage" -> outliers = tree(json).required("outliers").asLong();
                case "budget" -> budget = tree(json);
                case "outlierStacks" -> each(json, node -> stacks.add(stack(node)));
                case "frames" -> each(json, node -> frames.add(frame(node)));
                default -> {
                    if (token.isStructStart()) {
                        json.skipChildren();
                    }
                }
            }
        }
        return budget != null;
    }

    private static JsonNode tree(JsonParser json) {
        return JSON.readTree(json);
    }

    private static void each(JsonParser json, Consumer<JsonNode> element) {
        while (json.nextToken() == JsonToken.START_OBJECT) {
            element.accept(tree(json));
        }
    }

    private static Stack stack(JsonNode node) {
        JsonNode indexes = node.required("frames");
        if (indexes.isEmpty()) {
            throw new IllegalArgumentException("a stack must have frames");
        }
        return new Stack(
                node.required("weightNs").asLong(),
                node.required("samples").asLong(),
                IntStream.range(0, indexes.size())
                        .map(i -> indexes.required(i).asInt())
                        .toArray());
    }

    private static StackFrame frame(JsonNode node) {
        return new StackFrame(
                node.required("name").asString(), KINDS.of(node.required("kind").asString()));
    }

    private DiagnosisSums sums() {
        if (budget == null) {
            throw new IllegalArgumentException("budget must be there before its sums are made");
        }
        List<CauseSum> causes = new ArrayList<>();
        for (JsonNode cause : budget.required("causes")) {
            List<Where> wheres = new ArrayList<>();
            for (JsonNode where : cause.required("where")) {
                wheres.add(new Where(
                        PlaceReader.of("what", where),
                        where.required("ns").asLong(),
                        where.required("count").asLong()));
            }
            causes.add(new CauseSum(
                    CAUSES.of(cause.required("cause").asString()),
                    cause.required("ownNs").asLong(),
                    cause.required("carriedNs").asLong(),
                    cause.required("outliers").asLong(),
                    cause.required("events").asLong(),
                    cause.required("stacks").asLong(),
                    wheres));
        }
        List<WeightedStack> named = stacks.stream()
                .map(stack -> new WeightedStack(
                        IntStream.of(stack.frames()).mapToObj(frames::get).toList(), stack.weightNs(), stack.samples()))
                .toList();
        return new DiagnosisSums(outliers, budget.required("latencyNs").asLong(), causes, named);
    }
}
