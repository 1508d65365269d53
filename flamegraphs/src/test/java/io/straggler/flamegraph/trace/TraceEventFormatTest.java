package io.straggler.flamegraph.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.IterationPath;
import io.straggler.diagnosis.budget.IterationPath.Segment;
import io.straggler.diagnosis.budget.StackSpan;
import io.straggler.flamegraph.RandomRun;
import io.straggler.flamegraph.RankedOutlier;
import io.straggler.flamegraph.StackSelection;
import io.straggler.model.CoreHold;
import io.straggler.model.CoreUser;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.Outlier;
import io.straggler.model.ProbeValue;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import io.straggler.model.WakeUp;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class TraceEventFormatTest {
    private static TraceReader trace(Conclusions conclusions, List<RankedOutlier> outliers) throws IOException {
        return TraceReader.of(written(conclusions, outliers));
    }

    private static String written(Conclusions conclusions, List<RankedOutlier> outliers) throws IOException {
        StackSelection all = StackSelection.all(conclusions.diagnosis().threadNames());
        StringWriter out = new StringWriter();
        TraceEventFormat.write(RandomRun.description(), conclusions, outliers, all, out);
        return out.toString();
    }

    /** The reader holds the file to the rules. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldKeepToTheRulesHoweverThingsOverlap(long seed) throws IOException {
        Conclusions conclusions = RandomRun.of(seed);
        String file = written(conclusions, RankedOutlier.worstFirst(conclusions));
        TraceReader trace = TraceReader.of(file);

        List<DiagnosedOutlier> outliers = conclusions.diagnosis().outliers();
        assertThat(trace.on("outliers").stream().filter(event -> event.name().startsWith("outlier ")))
                .hasSameSizeAs(outliers);
        Set<Evidence> evidence =
                outliers.stream().flatMap(one -> one.evidence().stream()).collect(Collectors.toSet());
        assertThat(trace.events().stream()
                        .filter(event -> !event.lane().equals("outliers")
                                && (event.lane().endsWith(", events")
                                        || !event.lane().equals(RandomRun.THREAD_NAME)
                                                && !event.lane().equals("pipeline 2"))))
                .as("each event once, however many outliers it touched")
                .hasSameSizeAs(evidence);
        assertThat(file).isASCII();
        assertThat(trace.file().at("/otherData/outliers").stringValue()).isEqualTo("48 outliers");
    }

    @Test
    void shouldPutEverythingOfOneOutlierWhereItWas() throws IOException {
        Conclusions conclusions = RandomRun.of(11);
        List<RankedOutlier> worstFirst = RankedOutlier.worstFirst(conclusions);
        assertThat(worstFirst)
                .isSortedAccordingTo((a, b) -> Long.compare(
                        b.diagnosed().outlier().iteration().latencyNs(),
                        a.diagnosed().outlier().iteration().latencyNs()));
        RankedOutlier worst = worstFirst.get(0);
        Iteration iteration = worst.diagnosed().outlier().iteration();
        TraceReader trace = trace(conclusions, List.of(worst));

        List<TraceReader.Event> own = trace.on("outliers");
        TraceReader.Event whole = own.get(0);
        assertThat(whole.name()).startsWith("outlier 1: ");
        assertThat(whole.toNs() - whole.fromNs()).isEqualTo(iteration.latencyNs());
        assertThat(own.subList(1, own.size()).stream().map(part -> part.name() + " " + (part.toNs() - part.fromNs())))
                .containsExactly("dispatch " + iteration.dispatchNs(), "running " + iteration.serviceNs());
        assertThat(whole.arguments().at("/latencyNs").longValue()).isEqualTo(iteration.latencyNs());
        assertThat(trace.file().at("/otherData/outliers").stringValue()).isEqualTo("1 of 48 outliers");

        long originNs = iteration.intendedNs() - whole.fromNs();
        for (Evidence one : worst.diagnosed().evidence()) {
            assertThat(trace.events()).anySatisfy(event -> {
                assertThat(event.name()).isEqualTo(one.kind().label());
                assertThat(event.fromNs() + originNs).isEqualTo(one.startNs());
                assertThat(event.toNs() + originNs).isEqualTo(one.endNs());
            });
        }
    }

    @Test
    void shouldAddUpWhatAProbeReportedDuringOneOutlier() throws IOException {
        Conclusions conclusions = RandomRun.of(51);
        RankedOutlier worst = RankedOutlier.worstFirst(conclusions).get(0);
        Outlier outlier = new Outlier(
                worst.diagnosed().outlier().iteration(),
                10_000,
                List.of(new ProbeValue("put", 300), new ProbeValue("poll", 500), new ProbeValue("put", 400)));
        DiagnosedOutlier diagnosed =
                new DiagnosedOutlier(outlier, List.of(), List.of(), List.of(), 0, List.of(), List.of());
        TraceReader trace = trace(conclusions, List.of(new RankedOutlier(1, diagnosed, worst.budget())));

        TraceReader.Event whole = trace.on("outliers").get(0);
        assertThat(whole.arguments().at("/probe put (ns)").longValue()).isEqualTo(700);
        assertThat(whole.arguments().at("/probe poll (ns)").longValue()).isEqualTo(500);
    }

    @Test
    void shouldShowWhenAThreadHadNoCoreAndWhoHadItThen() throws IOException {
        Conclusions conclusions = RandomRun.of(51);
        RankedOutlier worst = RankedOutlier.worstFirst(conclusions).get(0);
        Iteration iteration = worst.diagnosed().outlier().iteration();
        long startNs = iteration.startNs();
        ThreadUsage usage = ThreadUsage.of(iteration.intendedNs(), 72)
                .between(startNs, iteration.endNs())
                .offCore(Optional.of(new OffCoreTimes(
                        startNs,
                        List.of(
                                new OffCoreInterval(startNs + 100, startNs + 300, true),
                                new OffCoreInterval(
                                        startNs + 400,
                                        startNs + 1_000,
                                        false,
                                        Optional.of(new WakeUp(
                                                startNs + 900, new CoreUser(CoreUser.Kind.OWN_THREAD, 77, "feed"))),
                                        List.of(new CoreHold(
                                                startNs + 900,
                                                startNs + 1_000,
                                                new CoreUser(CoreUser.Kind.OTHER_PROCESS, 99, "backup"))))))))
                .build();
        StackSample stack = new StackSample(startNs + 10, 72, true, List.of());
        DiagnosedOutlier diagnosed = new DiagnosedOutlier(
                worst.diagnosed().outlier(),
                List.of(stack),
                List.of(startNs + 10),
                List.of(0L),
                iteration.serviceNs(),
                List.of(),
                List.of(usage));
        TraceReader trace = trace(conclusions, List.of(new RankedOutlier(1, diagnosed, worst.budget())));

        assertThat(trace.on("pipeline 2, without a core").stream()
                        .map(event -> event.name() + " " + (event.toNs() - event.fromNs())))
                .containsExactly("waiting for a core, preempted 200", "waiting 600", "waiting for a core 100");
        assertThat(trace.on("pipeline 2, without a core")
                        .get(2)
                        .arguments()
                        .at("/woken by")
                        .stringValue())
                .isEqualTo("feed");
        assertThat(trace.on("pipeline 2, its core meanwhile"))
                .extracting(TraceReader.Event::name)
                .containsExactly("process backup");
        assertThat(trace.arrows())
                .containsExactly(
                        "thread 77, wakes others: wakes pipeline 2 -> pipeline 2, without a core: waiting for a core");
    }

    @Test
    void shouldDrawThePathOfAnAsynchronousIterationThroughTheLanesOfItsThreads() throws IOException {
        Conclusions conclusions = RandomRun.of(51);
        RankedOutlier worst = RankedOutlier.worstFirst(conclusions).get(0);
        Outlier outlier = worst.diagnosed().outlier();
        long startNs = outlier.iteration().startNs();
        IterationPath path = new IterationPath(List.of(
                new Segment(startNs, startNs + 20, 72, "pipeline 2"),
                new Segment(startNs + 20, startNs + 50, startNs + 80, startNs + 300, 77, "pool"),
                new Segment(startNs + 310, startNs + 400, 72, "pipeline 2")));
        DiagnosedOutlier diagnosed = new DiagnosedOutlier(
                outlier,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                0,
                List.of(),
                List.of(),
                List.of(),
                0,
                Set.of(72L, 77L),
                Optional.of(path),
                0);
        TraceReader trace = trace(conclusions, List.of(new RankedOutlier(1, diagnosed, worst.budget())));

        assertThat(trace.on("thread 77, iterations").stream()
                        .map(event -> event.name() + " " + (event.toNs() - event.fromNs())))
                .containsExactly("outlier 1, queued 30", "outlier 1, without a core 30", "outlier 1 220");
        assertThat(trace.arrows())
                .containsExactly(
                        "pipeline 2, iterations: outlier 1 -> thread 77, iterations: outlier 1, queued",
                        "thread 77, iterations: outlier 1 -> pipeline 2, iterations: outlier 1");
    }

    /** Of the thread of one outlier, the root frame is there for just as long as stacks stand for the time. */
    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23})
    void shouldShowFramesForAsLongAsStacksStandForTheTime(long seed) throws IOException {
        Conclusions conclusions = RandomRun.of(seed);
        for (RankedOutlier outlier : RankedOutlier.worstFirst(conclusions).subList(0, 10)) {
            long standsNs = outlier.diagnosed().spans(72).stream()
                    .mapToLong(StackSpan::lengthNs)
                    .sum();
            long shownNs = trace(conclusions, List.of(outlier)).on("pipeline 2").stream()
                    .filter(event -> event.name().equals("Task.run"))
                    .mapToLong(event -> event.toNs() - event.fromNs())
                    .sum();
            assertThat(shownNs).isEqualTo(standsNs);
        }
    }

    @Test
    void shouldKeepRunsAsFarApartAsTheyWere() throws IOException {
        Conclusions conclusions = RandomRun.of(31);
        TraceReader trace = trace(conclusions, RankedOutlier.worstFirst(conclusions));

        List<Long> begins = List.of("run 1", "run 2").stream()
                .map(run -> trace.on("outliers").stream()
                        .filter(event -> event.process().contains(", " + run + ":"))
                        .mapToLong(TraceReader.Event::fromNs)
                        .min()
                        .orElseThrow())
                .toList();
        assertThat(begins.get(1) - begins.get(0)).isBetween(7_990_000_000L, 8_010_000_000L);
    }

    @Test
    void shouldShowOnlyTheStacksThatAreSelected() throws IOException {
        Conclusions conclusions = RandomRun.of(11);
        StackSelection selection = new StackSelection(
                conclusions.diagnosis().threadNames(),
                List.of(),
                List.of(),
                Optional.of(Pattern.compile("pipeline 2")));
        StringWriter out = new StringWriter();
        TraceEventFormat.write(
                RandomRun.description(), conclusions, RankedOutlier.worstFirst(conclusions), selection, out);
        TraceReader all = trace(conclusions, RankedOutlier.worstFirst(conclusions));
        TraceReader some = TraceReader.of(out.toString());

        assertThat(all.on(RandomRun.THREAD_NAME)).isNotEmpty();
        assertThat(some.on(RandomRun.THREAD_NAME)).isEmpty();
        assertThat(some.on("pipeline 2")).isNotEmpty().hasSameSizeAs(all.on("pipeline 2"));
    }

    @Test
    void shouldWriteAFileThatOpensWhereThereAreNoOutliers() throws IOException {
        Conclusions conclusions = RandomRun.of(41);
        assertThat(trace(conclusions, List.of()).events()).isEmpty();
    }
}
