package io.straggler.flamegraph.json;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.Diagnosis;
import io.straggler.diagnosis.RelativeLatency;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.model.RunDescription;
import io.straggler.model.Series;
import io.straggler.model.file.WholeFile;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code diagnosis.json}: what was concluded about a run, for programs. {@code docs/reference/diagnosis-json.md} describes every field.
 *
 * <p>The file is pure ASCII, so that a name survives whatever it holds, and the same input gives the same bytes. Written as it
 * goes: memory does not grow with the number of outliers.
 */
public final class DiagnosisJsonFormat {
    /** Raised when a field changes its meaning or goes away; a new field does not raise it. */
    public static final int SCHEMA_VERSION = 3;

    /** How many outliers are listed, the slowest: a long run has hundreds of thousands, and half a kilobyte each. */
    static final int MAX_OUTLIERS = 50_000;

    private static final ObjectWriter JSON = JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build()
            .writer()
            .with(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));

    private DiagnosisJsonFormat() {}

    /** Writes the file, replacing one that is there. */
    public static void write(RunDescription run, List<Series> series, Conclusions conclusions, Path file)
            throws IOException {
        write(file, json -> write(run, series, conclusions, json));
    }

    /** Writes a file of one JSON document, replacing one that is there. */
    public static void write(Path file, Consumer<JsonGenerator> document) throws IOException {
        WholeFile.writeText(file, out -> write(document, out));
    }

    /** Writes to {@code out}, which is flushed and stays open. */
    public static void write(RunDescription run, List<Series> series, Conclusions conclusions, Writer out)
            throws IOException {
        write(json -> write(run, series, conclusions, json), out);
    }

    private static void write(Consumer<JsonGenerator> document, Writer out) throws IOException {
        try {
            JsonGenerator json = generator(out);
            document.accept(json);
            json.flush();
            out.write('\n');
            out.flush();
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
    }

    /** Writes ASCII, indented. */
    public static JsonGenerator generator(Writer out) {
        return JSON.createGenerator(out);
    }

    private static void write(RunDescription run, List<Series> series, Conclusions conclusions, JsonGenerator json) {
        Diagnosis diagnosis = conclusions.diagnosis();
        json.writeStartObject();
        json.writeNumberProperty("schemaVersion", SCHEMA_VERSION);
        json.writeName("run");
        RunJson.write(run, json);
        json.writeName("coverage");
        CoverageJson.write(diagnosis.coverage(), run, json);
        writeConclusions(conclusions, json);
        LatencyStatisticsJson.write(conclusions.latency(), json);
        json.writeArrayPropertyStart("series");
        series.forEach(one -> SeriesJson.write(one, json));
        json.writeEndArray();
        GroupsJson.write(run.groupedBy(), conclusions.groups(series), json);
        StagesJson.write(conclusions.stages(), json);
        RelativeJson.write(run, RelativeLatency.of(series), json);
        FramesJson frames = new FramesJson();
        OutlierJson outliers = new OutlierJson(frames);
        long leastNs = leastListedNs(diagnosis.outliers());
        int leftOut = 0;
        json.writeArrayPropertyStart("outliers");
        for (int i = 0; i < diagnosis.outliers().size(); i++) {
            DiagnosedOutlier outlier = diagnosis.outliers().get(i);
            if (outlier.outlier().iteration().latencyNs() < leastNs) {
                leftOut++;
            } else {
                outliers.write(outlier, conclusions.budget().budgets().get(i), json);
            }
        }
        json.writeEndArray();
        json.writeNumberProperty("outliersLeftOut", leftOut);
        frames.writeStacks("outlierStacks", diagnosis.outlierStacks(), json);
        frames.writeStacks("normalStacks", diagnosis.normalStacks(), json);
        frames.writeFrames(json);
        json.writeEndObject();
    }

    /** The latency from which on outliers are listed. */
    private static long leastListedNs(List<DiagnosedOutlier> outliers) {
        long[] ordered = outliers.stream()
                .mapToLong(one -> one.outlier().iteration().latencyNs())
                .sorted()
                .toArray();
        return ordered.length <= MAX_OUTLIERS ? 0 : ordered[ordered.length - MAX_OUTLIERS];
    }

    private static void writeConclusions(Conclusions conclusions, JsonGenerator json) {
        json.writeNumberProperty("normalNs", conclusions.blame().normalNs());
        json.writeObjectPropertyStart("queue");
        json.writeStringProperty("status", conclusions.ownPartsOnly().isPresent() ? "own-parts-only" : "one-queue");
        json.writeStringProperty("reason", conclusions.ownPartsOnly().orElse(""));
        json.writeEndObject();
        json.writeName("budget");
        BudgetJson.write(conclusions.budget().latencyNs(), conclusions.budget().causes(), json);
        AllocationsJson.write(conclusions.allocations(), UnaryOperator.identity(), json);
        json.writeName("culprits");
        BlameJson.writeCulprits(conclusions.blame().culprits(), conclusions.sites(), json);
        json.writeName("culpritSites");
        BlameJson.writeSites(conclusions.sites(), json);
        json.writeName("counterfactual");
        CounterfactualJson.write(
                conclusions.counterfactual(), conclusions.counterfactual().without(), json);
        OverRepresentedFramesJson.write(conclusions.overRepresented(), json);
        StandstillsJson.write(conclusions.standstills(), json);
        json.writeName("observerEffect");
        DifferenceJson.writeObserver(conclusions.latency().observer(), json);
    }
}
