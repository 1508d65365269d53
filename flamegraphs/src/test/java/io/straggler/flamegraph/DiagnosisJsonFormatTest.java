package io.straggler.flamegraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.Coverage;
import io.straggler.diagnosis.DiagnosedOutlier;
import io.straggler.diagnosis.Diagnosis;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.model.Evidence;
import io.straggler.model.FrameKind;
import io.straggler.model.Iteration;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Outlier;
import io.straggler.model.ProbeValue;
import io.straggler.model.RunDescription;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.Series;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadAccounting;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DiagnosisJsonFormatTest {
    private static final RunId RUN = new RunId(1, 2);
    private static final StackFrame ADD = new StackFrame("com.acme.Book.add", FrameKind.COMPILED_C1);
    private static final StackFrame HOSTILE = new StackFrame("</script>\u202E\uD800\u00B5", FrameKind.KERNEL);

    @TempDir
    Path directory;

    @Test
    void shouldWriteTheGoldenFileWhenEveryFieldIsFilled() throws IOException {
        Path file = directory.resolve("diagnosis.json");
        DiagnosisJsonFormat.write(run(sampler(), 9_999.5), List.of(merged(), one()), conclusions(diagnosis()), file);
        try (InputStream golden = getClass().getResourceAsStream("diagnosis-golden.json")) {
            assertThat(Files.readString(file, StandardCharsets.US_ASCII))
                    .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.US_ASCII));
        }
    }

    @Test
    void shouldGiveBackTheNameWhenItHoldsAnyCharacter() throws IOException {
        JsonNode read = read(run(sampler(), 9_999.5), diagnosis());
        assertThat(read.at("/frames/1/name").stringValue()).isEqualTo(HOSTILE.name());
    }

    @Test
    void shouldWriteNullWhenThereIsNoSamplerAndNoRate() throws IOException {
        JsonNode read = read(run(null, Double.NaN), diagnosis());
        assertThat(read.at("/run/sampler").isNull()).isTrue();
        assertThat(read.at("/run/runs/0/achievedPerSecond").isNull()).isTrue();
    }

    @Test
    void shouldTellTheCauseWhenTheFileCannotBeWritten() {
        Writer full = new Writer() {
            @Override
            public void write(char[] text, int from, int length) throws IOException {
                throw new IOException("no space left on device");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        assertThatIOException()
                .isThrownBy(
                        () -> DiagnosisJsonFormat.write(run(sampler(), 1), List.of(), conclusions(diagnosis()), full))
                .withMessage("no space left on device");
    }

    private static JsonNode read(RunDescription run, Diagnosis diagnosis) throws IOException {
        StringWriter out = new StringWriter();
        DiagnosisJsonFormat.write(run, List.of(), conclusions(diagnosis), out);
        return JsonMapper.shared().readTree(out.toString());
    }

    private static RunDescription run(SamplerSummary sampler, double achieved) {
        RunOutcome outcome = new RunOutcome(
                RUN,
                1_000,
                1_700_000_000_000L,
                1_700_000_010_000L,
                10_000,
                achieved,
                100_000,
                12,
                3,
                50_000,
                812_000,
                1,
                2,
                RunStatus.SATURATED,
                "behind");
        return new RunDescription(
                1,
                "com.acme.Task",
                Map.of("rate", "10k/s"),
                Map.of("rate", "10000/s", "duration", "10 s"),
                Map.of("cores", "2"),
                List.of(outcome),
                sampler,
                RunStatus.SATURATED,
                "behind",
                List.of("two cores"));
    }

    private static SamplerSummary sampler() {
        return new SamplerSummary(SamplerMode.TRIGGERED, "it answered", 5_000, 10, 9, 4, 1, 3_000, 2_000);
    }

    private static Series merged() {
        return new Series("latency", null, 0, 0, 0, Double.NaN, List.of(), List.of());
    }

    private static Series one() {
        return new Series(
                "probe:\u00B5",
                RUN,
                2,
                600,
                900,
                750.5,
                List.of(new Series.Point(50, 600), new Series.Point(100, 900)),
                List.of(new Series.Interval(1_700_000_000_000L, 1_700_000_001_000L, 2, 600, 900, 900)));
    }

    private static Conclusions conclusions(Diagnosis diagnosis) {
        return Conclusions.of(diagnosis, List.of(), List.of(), 0, LatencyCounts.NONE);
    }

    private static Diagnosis diagnosis() {
        Iteration iteration = new Iteration(RUN, 2_000, 12_000, 814_000, 9_000, 1_000);
        DiagnosedOutlier outlier = new DiagnosedOutlier(
                new Outlier(iteration, 50_000, List.of(new ProbeValue("lookup", 4_000))),
                List.of(new StackSample(18_000, 4242, true, List.of(ADD, HOSTILE))),
                List.of(18_000L),
                List.of(796_000L),
                6_000,
                List.of(
                        new Evidence(Evidence.Kind.GC_PAUSE, 13_000, 14_000, Evidence.ANY_THREAD, "G1"),
                        new Evidence(Evidence.Kind.PARK, 15_000, 15_500, 4242, "")),
                List.of(new ThreadAccounting(2_000, 4242, 11_000, 815_000, 1, 2, 3, 4, 5, 6, 7, 8, 9)));
        return new Diagnosis(
                List.of(outlier),
                new Coverage(3, 2, 1, 6_000, 802_000, 796_000, 7),
                List.of(new WeightedStack(List.of(ADD, HOSTILE), 796_000, 1)),
                List.of(new WeightedStack(List.of(ADD), 1, 1)));
    }
}
