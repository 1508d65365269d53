package io.straggler.flamegraph;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.Coverage;
import io.straggler.diagnosis.Diagnosis;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.flamegraph.json.OutlierCsvFormat;
import io.straggler.model.BusyPeriod;
import io.straggler.model.Evidence;
import io.straggler.model.FrameKind;
import io.straggler.model.Iteration;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Outlier;
import io.straggler.model.Place;
import io.straggler.model.RunId;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ExportFormatsTest {
    private static final String EVIL = "</script><script>alert('1')</script>\\ \"q\" \uD83D\uDE00 \u202E";
    private static final List<WeightedStack> STACKS = List.of(
            CallTreeTest.stack(700, "run", "add", "copy"),
            CallTreeTest.stack(200, "run", "add"),
            CallTreeTest.stack(100, "run", EVIL));

    private static final DiagnosedOutlier OUTLIER = outlier();

    private static DiagnosedOutlier outlier() {
        Iteration iteration = new Iteration(new RunId(0, 1), 1_000_000, 1_002_000, 1_100_000, 2_000, 0);
        List<StackSample> samples = List.of(
                sample(1_010_000, "run", "add"),
                sample(1_040_000, "run", "add", "copy"),
                sample(1_070_000, "run", "log"));
        return new DiagnosedOutlier(
                new Outlier(iteration, 50_000, List.of(), Evidence.ANY_THREAD, "@com.acme.Orders.place"),
                samples,
                samples.stream().map(StackSample::timeNs).toList(),
                List.of(15_000L, 30_000L, 45_000L),
                8_000,
                List.of(),
                List.of());
    }

    private static StackSample sample(long timeNs, String... names) {
        return new StackSample(
                timeNs,
                42,
                true,
                List.of(names).stream()
                        .map(name -> new StackFrame(name, FrameKind.COMPILED))
                        .toList());
    }

    @Test
    void shouldWriteBothSidesOfADifferencePerSecond() throws IOException {
        StringBuilder out = new StringBuilder();
        DifferentialCollapsedFormat.write(
                DifferentialTree.of(
                        List.of(CallTreeTest.stack(3, "run", "add"), CallTreeTest.stack(1, "run", "gone")),
                        List.of(CallTreeTest.stack(500, "run", "add"), CallTreeTest.stack(500, "run", "new;one"))),
                out);
        assertThat(out).hasToString("""
                run;add 750000000 500000000
                run;gone 250000000 0
                run;new:one 0 500000000
                """);
    }

    @Test
    void shouldGiveBackEveryStackWhenASampledProfileIsRead() throws IOException {
        StringWriter out = new StringWriter();
        SpeedscopeFormat.write("all", STACKS, out);
        JsonNode file = JsonMapper.shared().readTree(out.toString());
        JsonNode profile = file.at("/profiles/0");
        assertThat(profile.at("/type").stringValue()).isEqualTo("sampled");
        assertThat(profile.at("/unit").stringValue()).isEqualTo("nanoseconds");
        assertThat(profile.at("/endValue").longValue()).isEqualTo(1_000);
        for (int i = 0; i < STACKS.size(); i++) {
            assertThat(profile.at("/weights/" + i).longValue())
                    .isEqualTo(STACKS.get(i).weightNs());
            assertThat(profile.at("/samples/" + i).values().stream()
                            .map(index -> file.at("/shared/frames/" + index.intValue() + "/name")
                                    .stringValue()))
                    .containsExactlyElementsOf(STACKS.get(i).frames().stream()
                            .map(StackFrame::name)
                            .toList());
        }
    }

    @Test
    void shouldOpenAndCloseFramesAsAStackWhenOneOutlierIsWritten() throws IOException {
        JsonNode file = speedscope(OUTLIER);
        assertThat(speedscopeEvents(file))
                .containsExactly(
                        "Orun@10000",
                        "Oadd@10000",
                        "Ocopy@40000",
                        "Ccopy@70000",
                        "Cadd@70000",
                        "Olog@70000",
                        "Clog@100000",
                        "Crun@100000");
        assertThat(file.at("/profiles/0/endValue").longValue()).isEqualTo(100_000);
    }

    @Test
    void shouldOpenTheFramesOfAnEventForTheEvent() throws IOException {
        Iteration iteration = OUTLIER.outlier().iteration();
        List<StackSample> samples = List.of(
                new StackSample(
                        1_010_000,
                        1_040_000,
                        42,
                        false,
                        sample(0, "run", "read").frames()),
                sample(1_070_000, "run"),
                new StackSample(
                        1_080_000, 1_200_000, 42, false, sample(0, "park").frames()));
        List<Long> times = samples.stream().map(StackSample::sinceNs).toList();
        DiagnosedOutlier outlier = new DiagnosedOutlier(
                new Outlier(iteration, 50_000, List.of()), samples, times, times, 0, List.of(), List.of());

        assertThat(speedscopeEvents(speedscope(outlier)))
                .containsExactly(
                        "Orun@10000",
                        "Oread@10000",
                        "Cread@40000",
                        "Crun@40000",
                        "Orun@70000",
                        "Crun@80000",
                        "Opark@80000",
                        "Cpark@100000");
    }

    /** The stack before it must not stand for its time. */
    @Test
    void shouldLeaveAGapForAStackOfOneOutlierThatIsNotSelected() throws IOException {
        StackSelection selection =
                new StackSelection(Map.of(), List.of(), List.of(Pattern.compile("copy")), Optional.empty());

        assertThat(speedscopeEvents(speedscope(OUTLIER, selection)))
                .containsExactly(
                        "Orun@10000",
                        "Oadd@10000",
                        "Cadd@40000",
                        "Crun@40000",
                        "Orun@70000",
                        "Olog@70000",
                        "Clog@100000",
                        "Crun@100000");
    }

    private static JsonNode speedscope(DiagnosedOutlier outlier) throws IOException {
        return speedscope(outlier, StackSelection.all(Map.of()));
    }

    private static JsonNode speedscope(DiagnosedOutlier outlier, StackSelection selection) throws IOException {
        StringWriter out = new StringWriter();
        SpeedscopeFormat.write("one", outlier, selection, out);
        return JsonMapper.shared().readTree(out.toString());
    }

    private static List<String> speedscopeEvents(JsonNode file) {
        List<String> events = new ArrayList<>();
        file.at("/profiles/0/events")
                .values()
                .forEach(event -> events.add(event.at("/type").stringValue()
                        + file.at("/shared/frames/" + event.at("/frame").intValue() + "/name")
                                .stringValue() + "@"
                        + event.at("/at").longValue()));
        return events;
    }

    @Test
    void shouldWriteALineForEachOutlierThatNoSpreadsheetExecutes() throws IOException {
        StringBuilder out = new StringBuilder();
        Evidence wait = new Evidence(Evidence.Kind.MONITOR_ENTER, 1_002_000, 1_100_000, 42, Place.of("=cmd(\"x\")\n"));
        OutlierCsvFormat.write(queued(wait), List.of(), out);
        assertThat(out).hasToString("""
                fork,run,since_run_start_ns,latency_ns,inherited_ns,dispatch_ns,service_ns,victim,stacks,cause,cause_ns,where,group,culprit_cause,culprit_where
                0,1,,100000,2000,0,98000,false,0,"monitor",98000,"'=cmd(""x"") ","'@com.acme.Orders.place","monitor","'=cmd(""x"") "
                0,1,,91000,90000,0,1000,true,0,"behind slow iterations",90000,,,"monitor","'=cmd(""x"") "
                """);
    }

    /** An outlier and one that waited for it. */
    private static Conclusions queued(Evidence ofFirst) {
        Iteration victim = new Iteration(new RunId(0, 1), 1_010_000, 1_100_000, 1_101_000, 90_000, 0);
        Outlier first = OUTLIER.outlier();
        List<DiagnosedOutlier> outliers = List.of(
                stackless(first, List.of(ofFirst)), stackless(new Outlier(victim, 50_000, List.of()), List.of()));
        return Conclusions.of(
                new Diagnosis(outliers, Coverage.none(), List.of(), List.of()),
                List.of(new BusyPeriod(List.of(first.iteration(), victim), 0)),
                List.of(),
                1_000,
                LatencyCounts.NONE);
    }

    private static DiagnosedOutlier stackless(Outlier outlier, List<Evidence> evidence) {
        return new DiagnosedOutlier(
                outlier, List.of(), List.of(), List.of(), outlier.iteration().serviceNs(), evidence, List.of());
    }

    @Test
    void shouldLeaveNarrowFramesOutOfTheConvertersPage() throws IOException {
        assertThat(drawnFrames(0)).isEqualTo(5);
        assertThat(drawnFrames(0.05)).isEqualTo(4);
    }

    private static long drawnFrames(double minWidth) throws IOException {
        List<WeightedStack> stacks =
                List.of(CallTreeTest.stack(980, "run", "add", "copy"), CallTreeTest.stack(20, "run", "tiny"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ClassicFlameGraphFormat.write("narrow", stacks, minWidth, out);
        return out.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.matches("[fnu]\\(.*\\)"))
                .count();
    }

    @Test
    void shouldLetNoNameOutOfTheConvertersScript() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ClassicFlameGraphFormat.write(EVIL, STACKS, 0, out);
        String page = out.toString(StandardCharsets.UTF_8);
        assertThat(page).contains("alert").doesNotContain("</script><script>");
        assertThat(page.split("</script", -1)).hasSameSizeAs(page.split("<script", -1));
        assertThat(ClassicFlameGraphFormat.harmless("<!--<script>\n<init>"))
                .isEqualTo("<\u01c3--<\u200ascript> <init>");
    }
}
