package io.straggler.flamegraph;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.model.FrameKind;
import io.straggler.model.RunDescription;
import io.straggler.model.StackFrame;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OtlpFormatTest {
    private static final int TIME = 0;
    private static final int CAPTURES = 1;

    private static final String EVIL = "</script>\0\n\\ \"q\" \uD83D\uDE00 \u202E";
    private static final RunDescription RUN = RandomRun.description();

    private static OtlpReader read(RunDescription run, List<LabelledStack> stacks) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OtlpFormat.write(run, stacks, out);
        return OtlpReader.of(out.toByteArray());
    }

    private static LabelledStack labelled(WeightedStack stack) {
        return new LabelledStack(
                stack,
                Map.of("cause", EVIL, "thread", EVIL),
                Map.of("outlier", stack.weightNs()),
                Map.of("probe my put", 9L));
    }

    @Test
    void shouldGiveBackHostileNamesInTwoProfilesOfOneValueEach() throws IOException {
        OtlpReader file = read(
                RUN,
                List.of(
                        labelled(CallTreeTest.stack(700, "run", "add", "copy")),
                        labelled(CallTreeTest.stack(200, "run", "add")),
                        labelled(CallTreeTest.stack(100, "run", EVIL))));

        assertThat(file.profiles()).hasSize(2).allSatisfy(profile -> {
            assertThat(profile.getTimeUnixNano()).isEqualTo(1_795_000_000_000_000_000L);
            assertThat(profile.getDurationNano()).isEqualTo(8_004_000_000L);
            assertThat(profile.getPeriod()).isEqualTo(1);
        });
        assertThat(file.sampleType(TIME)).isEqualTo("time nanoseconds");
        assertThat(file.sampleType(CAPTURES)).isEqualTo("captures count");
        assertThat(file.values(TIME)).containsExactly(700L, 200L, 100L);
        for (int profile : List.of(TIME, CAPTURES)) {
            assertThat(file.periodType(profile)).isEqualTo("captures count");
            assertThat(file.names(profile))
                    .containsExactly(List.of("run", "add", "copy"), List.of("run", "add"), List.of("run", EVIL));
            assertThat(file.attributes(profile)).containsExactly(attributes(700), attributes(200), attributes(100));
        }
    }

    private static Map<String, String> attributes(long outlier) {
        return Map.of(
                "straggler.cause",
                EVIL,
                "thread.name",
                EVIL,
                "straggler.outlier",
                Long.toString(outlier),
                "straggler.probe.my put",
                "9 ns");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldHoldTheSamplesThatAPprofFileHolds(long seed) throws IOException {
        Conclusions conclusions = RandomRun.of(seed);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OtlpFormat.write(RUN, conclusions, out);
        OtlpReader file = OtlpReader.of(out.toByteArray());
        ByteArrayOutputStream pprofOut = new ByteArrayOutputStream();
        PprofFormat.write(RUN, conclusions, pprofOut);
        PprofReader pprof =
                PprofReader.of(new GZIPInputStream(new ByteArrayInputStream(pprofOut.toByteArray())).readAllBytes());

        assertThat(List.of(sum(file.values(TIME)), sum(file.values(CAPTURES)))).isEqualTo(pprof.totals());
        List<WeightedStack> stacks =
                LabelledStack.of(conclusions).stream().map(LabelledStack::stack).toList();
        assertThat(file.values(TIME))
                .isEqualTo(stacks.stream().map(WeightedStack::weightNs).toList());
        assertThat(file.values(CAPTURES))
                .isEqualTo(stacks.stream().map(WeightedStack::samples).toList());
        List<Map<String, String>> labels =
                pprof.labels().stream().map(OtlpFormatTest::asAttributes).toList();
        for (int profile : List.of(TIME, CAPTURES)) {
            assertThat(file.names(profile))
                    .isEqualTo(stacks.stream().map(OtlpFormatTest::names).toList());
            assertThat(file.attributes(profile)).isEqualTo(labels);
        }
    }

    private static Map<String, String> asAttributes(Map<String, String> labels) {
        Map<String, String> attributes = new HashMap<>();
        labels.forEach((label, value) -> attributes.put(
                label.equals("probe put") ? "straggler.probe.put" : "straggler." + label,
                value.replaceFirst(" nanoseconds$", " ns")));
        return attributes;
    }

    private static List<String> names(WeightedStack stack) {
        return stack.frames().stream().map(StackFrame::name).toList();
    }

    private static long sum(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).sum();
    }

    @Test
    void shouldSayOfEveryKindOfFrameWhatItRuns() throws IOException {
        List<StackFrame> frames = Arrays.stream(FrameKind.values())
                .map(kind -> new StackFrame("same", kind))
                .toList();
        LabelledStack stack = new LabelledStack(new WeightedStack(frames, 1, 1), Map.of(), Map.of(), Map.of());
        Map<String, String> types = new TreeMap<>();
        read(RUN, List.of(stack))
                .frameAttributes(TIME)
                .get(0)
                .forEach(attributes -> types.put(
                        attributes.get("straggler.frame.kind"), attributes.getOrDefault("profile.frame.type", "none")));

        assertThat(types)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "interpreted", "jvm",
                        "compiled", "jvm",
                        "compiled (C1)", "jvm",
                        "inlined", "jvm",
                        "Java", "jvm",
                        "native", "native",
                        "JVM", "native",
                        "kernel", "kernel",
                        "not seen", "none"));
    }

    @Test
    void shouldNameWhatTheRunKnowsOfItsMachineAndNothingElse() throws IOException {
        RunDescription known = RUN.withFact("host", "shop-7")
                .withFact("cpu", "EPYC")
                .withFact("os", "Linux 6.1 amd64")
                .withFact("java", "25.0.1")
                .withFact("jvm", "OpenJDK")
                .withFact("straggler", "0.2.0")
                .withFact("heap max", "4 MB");

        assertThat(read(known, List.of()).resource())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "service.name", "com.acme.Task",
                        "host.name", "shop-7",
                        "host.cpu.model.name", "EPYC",
                        "os.description", "Linux 6.1 amd64",
                        "process.runtime.version", "25.0.1",
                        "process.runtime.description", "OpenJDK"));
        assertThat(read(known, List.of()).scope()).isEqualTo("straggler 0.2.0");
        assertThat(read(RUN, List.of()).resource()).containsExactly(Map.entry("service.name", "com.acme.Task"));
        assertThat(read(RUN, List.of()).scope()).isEqualTo("straggler ");
    }

    @Test
    void shouldBeAMessageWithoutSamplesWhereThereAreNoStacks() throws IOException {
        OtlpReader file = read(RUN, List.of());

        assertThat(file.profiles())
                .hasSize(2)
                .allSatisfy(profile -> assertThat(profile.getSamplesList()).isEmpty());
        assertThat(file.sampleType(TIME)).isEqualTo("time nanoseconds");
    }

    @Test
    void shouldKeepAStackWithoutFramesAndANameThatIsNoText() throws IOException {
        WeightedStack empty = new WeightedStack(List.of(), 5, 0);
        OtlpReader file = read(
                RUN,
                List.of(
                        new LabelledStack(empty, Map.of(), Map.of(), Map.of()),
                        new LabelledStack(CallTreeTest.stack(7, "\uD800"), Map.of(), Map.of(), Map.of())));

        assertThat(file.names(TIME)).containsExactly(List.of(), List.of("?"));
        assertThat(file.values(TIME)).containsExactly(5L, 7L);
        assertThat(file.values(CAPTURES).get(0)).isZero();
    }
}
