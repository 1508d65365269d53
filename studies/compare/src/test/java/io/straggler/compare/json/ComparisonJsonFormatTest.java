package io.straggler.compare.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.compare.result.ComparedRuns;
import io.straggler.compare.result.ComparedSide;
import io.straggler.compare.result.DiagnosisSums;
import io.straggler.compare.result.RunDifference;
import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.Where;
import io.straggler.diagnosis.statistics.Basis;
import io.straggler.diagnosis.statistics.Comparison;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.diagnosis.statistics.Pairing;
import io.straggler.diagnosis.statistics.Verdict;
import io.straggler.flamegraph.json.DocumentedFields;
import io.straggler.model.FrameKind;
import io.straggler.model.Place;
import io.straggler.model.RunDescription;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.StackFrame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ComparisonJsonFormatTest {
    private static final Path PAGE = DocumentedFields.page("comparison-json.md");
    private static final StackFrame TASK = new StackFrame("com.acme.Task.run", FrameKind.INLINED);
    private static final StackFrame GROW = new StackFrame("com.acme.Task.</script>grow", FrameKind.INLINED);
    private static final StackFrame FREED = new StackFrame("com.acme.Task.freed", FrameKind.INLINED);

    @TempDir
    Path directory;

    private static ComparedSide side(String label, StackFrame leaf) {
        RunDescription run = RunDescription.of("com.acme.Task")
                .sampler(SamplerSummary.of(SamplerMode.TRIGGERED, "")
                        .armDelayNs(1)
                        .signalsSent(2)
                        .capturesTaken(3)
                        .normalSamples(4)
                        .cappedIterations(5)
                        .lateTotalNs(6)
                        .lateMaxNs(7)
                        .build())
                .build();
        DiagnosisSums sums = new DiagnosisSums(
                20,
                4_000,
                List.of(new CauseSum(
                        Cause.CODE, 3_000, 1_000, 20, 0, 20, List.of(new Where(Place.of("there"), 3_000, 20)))),
                List.of(
                        new WeightedStack(List.of(TASK, leaf), 1_000, 10),
                        new WeightedStack(List.of(TASK), 3_000, 10)));
        return new ComparedSide(label, List.of(label + "/run"), run, List.of(), sums, 10_000_000_000L);
    }

    private static ComparedRuns runs() {
        Basis basis = new Basis(
                Basis.Units.TIME_BLOCKS, 40, 41, Optional.of(new Basis.Block(800_000_000, 300_000_000)), 2_000, 7, "");
        Difference measured = new Difference(
                new Metric.Percentile(99.9),
                OptionalDouble.of(10_000),
                OptionalDouble.of(12_000),
                Optional.of(new Estimate(2_000, 500, 3_000)),
                Optional.of(new Estimate(0.2, 0.05, 0.3)),
                OptionalDouble.of(0.12),
                Verdict.REGRESSED,
                "");
        Difference unknown = new Difference(
                new Metric.ExcessLatency(5_000, 100),
                OptionalDouble.empty(),
                OptionalDouble.of(3),
                Optional.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                Verdict.NOT_MEASURABLE,
                "too few");
        return new ComparedRuns(
                side("before", FREED),
                side("after", GROW),
                Pairing.PAIRED,
                new Comparison(basis, List.of(measured, unknown), Optional.of(new Metric.Percentile(99.9))),
                5_000,
                List.of(new RunDifference("heap max", "1 GB", "2 GB")),
                "Ended.");
    }

    private JsonNode written() throws IOException {
        Path file = directory.resolve("comparison.json");
        ComparisonJsonFormat.write(runs(), file);
        return JsonMapper.shared().readTree(Files.readString(file));
    }

    @Test
    void shouldWriteMetricsWithTheirIntervalsAndVerdicts() throws IOException {
        JsonNode metrics = written().get("metrics");

        assertThat(metrics.get(0).toString())
                .isEqualTo("{\"metric\":\"p99.9\",\"unit\":\"ns\",\"a\":10000.0,\"b\":12000.0,"
                        + "\"absolute\":{\"value\":2000.0,\"low\":500.0,\"high\":3000.0},"
                        + "\"relative\":{\"value\":0.2,\"low\":0.05,\"high\":0.3},"
                        + "\"detectable\":0.12,\"verdict\":\"regressed\",\"note\":\"\"}");
        assertThat(metrics.get(1).toString())
                .isEqualTo("{\"metric\":\"excess latency\",\"unit\":\"ns/s\",\"a\":null,\"b\":3.0,"
                        + "\"absolute\":null,\"relative\":null,\"detectable\":null,"
                        + "\"verdict\":\"not-measurable\",\"note\":\"too few\"}");
    }

    @Test
    void shouldTellWhichFramesCameAndWent() throws IOException {
        JsonNode frames = written().get("frames");

        assertThat(frames.get(0).toString())
                .isEqualTo(
                        "{\"name\":\"com.acme.Task.</script>grow\",\"kind\":\"inlined\",\"shareA\":0.0,\"shareB\":0.25,"
                                + "\"samplesA\":0,\"samplesB\":10,\"appeared\":true,\"vanished\":false}");
        assertThat(frames.get(1).get("vanished").asBoolean()).isTrue();
        assertThat(frames.get(2).get("name").asString()).isEqualTo(TASK.name());
        assertThat(frames.get(2).get("shareA").asDouble()).isEqualTo(1);
    }

    @Test
    void shouldDescribeEveryFieldAndNoOther() throws IOException {
        Set<String> fields = new TreeSet<>();
        DocumentedFields.collect("", written(), Set.of("a.run", "a.budget", "b.run", "b.budget"), fields);
        Set<String> described = DocumentedFields.described(Files.readAllLines(PAGE));
        described.removeIf(path -> path.startsWith("a.") && path.contains("["));
        described.removeIf(path -> path.matches("(Files of other tools|Sides of files)\\..*"));

        assertThat(described).containsExactlyElementsOf(fields);
    }
}
