package io.straggler.flamegraph;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.DiagnosedOutlier;
import io.straggler.diagnosis.Diagnosis;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.ProbeValue;
import io.straggler.model.RunDescription;
import io.straggler.model.Series;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadAccounting;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code diagnosis.json}: what was concluded about a run, for programs. {@code docs/diagnosis-json.md} describes every field.
 *
 * <p>The file is pure ASCII, so that a name survives whatever it holds, and the same input gives the same bytes. Written as it
 * goes: memory does not grow with the number of outliers.
 */
public final class DiagnosisJsonFormat {
    /** Raised when a field changes its meaning or goes away; a new field does not raise it. */
    public static final int SCHEMA_VERSION = 1;

    private static final ObjectWriter JSON = JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build()
            .writer()
            .with(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));

    private final JsonGenerator json;
    private final FrameTable frames = new FrameTable();

    private DiagnosisJsonFormat(JsonGenerator json) {
        this.json = json;
    }

    /** Writes the file, replacing one that is there. */
    public static void write(RunDescription run, List<Series> series, Conclusions conclusions, Path file)
            throws IOException {
        try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            write(run, series, conclusions, out);
        }
    }

    /** Writes to {@code out}, which is flushed and stays open. */
    public static void write(RunDescription run, List<Series> series, Conclusions conclusions, Writer out)
            throws IOException {
        try {
            JsonGenerator json = JSON.createGenerator(out);
            new DiagnosisJsonFormat(json).write(run, series, conclusions.diagnosis());
            json.flush();
            out.write('\n');
            out.flush();
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
    }

    private void write(RunDescription run, List<Series> series, Diagnosis diagnosis) {
        json.writeStartObject();
        json.writeNumberProperty("schemaVersion", SCHEMA_VERSION);
        json.writeName("run");
        RunJson.write(run, json);
        json.writeName("coverage");
        CoverageJson.write(diagnosis.coverage(), json);
        json.writeArrayPropertyStart("series");
        series.forEach(this::writeSeries);
        json.writeEndArray();
        json.writeArrayPropertyStart("outliers");
        diagnosis.outliers().forEach(this::writeOutlier);
        json.writeEndArray();
        writeStacks("outlierStacks", diagnosis.outlierStacks());
        writeStacks("normalStacks", diagnosis.normalStacks());
        json.writeArrayPropertyStart("frames");
        frames.frames().forEach(this::writeFrame);
        json.writeEndArray();
        json.writeEndObject();
    }

    private void writeSeries(Series series) {
        json.writeStartObject();
        json.writeStringProperty("name", series.name());
        if (series.runId() != null) {
            RunJson.writeRunId(series.runId(), json);
        }
        json.writeNumberProperty("count", series.count());
        json.writeNumberProperty("minNs", series.minNs());
        json.writeNumberProperty("maxNs", series.maxNs());
        RunJson.writeFinite("meanNs", series.meanNs(), json);
        json.writeArrayPropertyStart("percentiles");
        for (Series.Point point : series.percentiles()) {
            json.writeStartObject();
            json.writeNumberProperty("percentile", point.percentile());
            json.writeNumberProperty("valueNs", point.valueNs());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("intervals");
        for (Series.Interval interval : series.intervals()) {
            json.writeStartObject();
            json.writeNumberProperty("startEpochMs", interval.startEpochMs());
            json.writeNumberProperty("endEpochMs", interval.endEpochMs());
            json.writeNumberProperty("count", interval.count());
            json.writeNumberProperty("p50Ns", interval.p50Ns());
            json.writeNumberProperty("p99Ns", interval.p99Ns());
            json.writeNumberProperty("maxNs", interval.maxNs());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void writeOutlier(DiagnosedOutlier diagnosed) {
        Iteration iteration = diagnosed.outlier().iteration();
        json.writeStartObject();
        RunJson.writeRunId(iteration.runId(), json);
        json.writeNumberProperty("intendedNs", iteration.intendedNs());
        json.writeNumberProperty("startNs", iteration.startNs());
        json.writeNumberProperty("endNs", iteration.endNs());
        json.writeNumberProperty("latencyNs", iteration.latencyNs());
        json.writeNumberProperty("inheritedNs", iteration.inheritedNs());
        json.writeNumberProperty("dispatchNs", iteration.dispatchNs());
        json.writeNumberProperty("serviceNs", iteration.serviceNs());
        json.writeNumberProperty("thresholdNs", diagnosed.outlier().thresholdNs());
        json.writeBooleanProperty("victim", diagnosed.outlier().victim());
        json.writeNumberProperty("unseenNs", diagnosed.unseenNs());
        json.writeArrayPropertyStart("probes");
        for (ProbeValue probe : diagnosed.outlier().probes()) {
            json.writeStartObject();
            json.writeStringProperty("probe", probe.probe());
            json.writeNumberProperty("durationNs", probe.durationNs());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("stacks");
        for (int i = 0; i < diagnosed.stacks().size(); i++) {
            writeSample(diagnosed.stacks().get(i), diagnosed.stacksNs().get(i));
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("evidence");
        diagnosed.evidence().forEach(this::writeEvidence);
        json.writeEndArray();
        json.writeArrayPropertyStart("accounting");
        diagnosed.accounting().forEach(this::writeAccounting);
        json.writeEndArray();
        json.writeEndObject();
    }

    private void writeSample(StackSample sample, long standsForNs) {
        json.writeStartObject();
        json.writeNumberProperty("timeNs", sample.timeNs());
        json.writeNumberProperty("standsForNs", standsForNs);
        json.writeNumberProperty("osThreadId", sample.osThreadId());
        json.writeBooleanProperty("running", sample.running());
        writeFrameIndexes(sample.frames());
        json.writeEndObject();
    }

    private void writeEvidence(Evidence evidence) {
        json.writeStartObject();
        json.writeStringProperty("kind", word(evidence.kind()));
        json.writeNumberProperty("startNs", evidence.startNs());
        json.writeNumberProperty("endNs", evidence.endNs());
        if (evidence.osThreadId() != Evidence.ANY_THREAD) {
            json.writeNumberProperty("osThreadId", evidence.osThreadId());
        }
        json.writeStringProperty("detail", evidence.detail());
        json.writeEndObject();
    }

    private void writeAccounting(ThreadAccounting accounting) {
        json.writeStartObject();
        json.writeNumberProperty("osThreadId", accounting.osThreadId());
        json.writeNumberProperty("fromNs", accounting.fromNs());
        json.writeNumberProperty("toNs", accounting.toNs());
        json.writeNumberProperty("runDelayNs", accounting.runDelayNs());
        json.writeNumberProperty("cpuNs", accounting.cpuNs());
        json.writeNumberProperty("minorFaults", accounting.minorFaults());
        json.writeNumberProperty("majorFaults", accounting.majorFaults());
        json.writeNumberProperty("voluntarySwitches", accounting.voluntarySwitches());
        json.writeNumberProperty("involuntarySwitches", accounting.involuntarySwitches());
        json.writeEndObject();
    }

    private void writeStacks(String name, List<WeightedStack> stacks) {
        json.writeArrayPropertyStart(name);
        for (WeightedStack stack : stacks) {
            json.writeStartObject();
            json.writeNumberProperty("weightNs", stack.weightNs());
            json.writeNumberProperty("samples", stack.samples());
            writeFrameIndexes(stack.frames());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void writeFrameIndexes(List<StackFrame> stack) {
        int[] indexes = frames.indexesOf(stack);
        json.writeName("frames");
        json.writeArray(indexes, 0, indexes.length);
    }

    private void writeFrame(StackFrame frame) {
        json.writeStartObject();
        json.writeStringProperty("name", frame.name());
        json.writeStringProperty("kind", word(frame.kind()));
        json.writeEndObject();
    }

    /** How files spell a constant: {@code GC_PAUSE} is {@code gc-pause}. */
    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
