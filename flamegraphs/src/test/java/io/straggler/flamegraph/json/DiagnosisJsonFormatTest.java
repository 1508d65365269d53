package io.straggler.flamegraph.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.straggler.diagnosis.Allocations;
import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.Counterfactual;
import io.straggler.diagnosis.Coverage;
import io.straggler.diagnosis.CulpritSite;
import io.straggler.diagnosis.Diagnosis;
import io.straggler.diagnosis.LatencyStatistics;
import io.straggler.diagnosis.OverRepresentedFrame;
import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.Standstills;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.blame.Culprit;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.IterationPath;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.Where;
import io.straggler.diagnosis.statistics.Basis;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.diagnosis.statistics.ObserverEffect;
import io.straggler.diagnosis.statistics.SampleEstimate;
import io.straggler.diagnosis.statistics.Verdict;
import io.straggler.model.CoreHold;
import io.straggler.model.CoreUser;
import io.straggler.model.Evidence;
import io.straggler.model.FrameKind;
import io.straggler.model.Iteration;
import io.straggler.model.Notice;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.Outlier;
import io.straggler.model.Partner;
import io.straggler.model.Place;
import io.straggler.model.ProbeValue;
import io.straggler.model.RunDescription;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.Series;
import io.straggler.model.Settings;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import io.straggler.model.WaitedFor;
import io.straggler.model.WakeUp;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DiagnosisJsonFormatTest {
    private static final RunId RUN = new RunId(1, 2);
    private static final StackFrame ADD = new StackFrame("com.acme.Book.add", FrameKind.COMPILED_C1);
    private static final Partner OWNER = new Partner("\"writer\"", 4_243, Partner.Role.OWNER, List.of(), List.of());
    /** A place with every part, and names that read like the words between parts. */
    private static final Place READ = Place.of("read", "/var/a < b, which ran/c")
            .calledBy("com.acme.Book.load")
            .onThread("worker-*")
            .waitingFor(new WaitedFor(
                    "x, held by y",
                    Partner.Role.PEER,
                    new WaitedFor.Blocked(Evidence.Kind.FILE_IO, Place.of("force", "/var/journal"))));

    private static final StackFrame HOSTILE = new StackFrame("</script>\u202E\uD800\u00B5", FrameKind.KERNEL);

    @TempDir
    Path directory;

    @Test
    void shouldWriteTheGoldenFileWhenEveryFieldIsFilled() throws IOException {
        Path file = directory.resolve("diagnosis.json");
        DiagnosisJsonFormat.write(
                run(sampler(), 9_999.5),
                List.of(empty(), one(), latency("latency", 800), latency("reference", 320), latency("group:EU", 900)),
                conclusions(diagnosis()),
                file);
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
        return read(run, conclusions(diagnosis));
    }

    private static JsonNode read(Conclusions conclusions) throws IOException {
        return read(run(sampler(), 1), conclusions);
    }

    private static JsonNode read(RunDescription run, Conclusions conclusions) throws IOException {
        StringWriter out = new StringWriter();
        DiagnosisJsonFormat.write(run, List.of(), conclusions, out);
        return JsonMapper.shared().readTree(out.toString());
    }

    private static RunDescription run(SamplerSummary sampler, double achieved) {
        RunOutcome outcome = RunOutcome.of(RUN)
                .originNs(1_000)
                .startEpochMs(1_700_000_000_000L)
                .endEpochMs(1_700_000_010_000L)
                .targetPerSecond(10_000)
                .achievedPerSecond(achieved)
                .iterations(100_000)
                .corrected(12)
                .outliers(3)
                .thresholdNs(50_000)
                .worstNs(812_000)
                .strayCompletions(1)
                .uncompleted(2)
                .status(RunStatus.SATURATED, "behind")
                .build();
        return RunDescription.of("com.acme.Task")
                .optionsGiven(Map.of("rate", "10k/s"))
                .optionsResolved(Map.of("by", "route", "rate", "10000/s", "duration", "10 s"))
                .settings(new Settings("", Optional.empty(), false, "route"))
                .environment(Map.of("cores", "2", "reference", "a ping"))
                .runs(List.of(outcome))
                .sampler(sampler)
                .status(RunStatus.SATURATED, "behind")
                .notices(List.of(Notice.of("two cores"), Notice.of(Notice.Code.NOT_REPORTED, 12, 400)))
                .build();
    }

    private static SamplerSummary sampler() {
        return SamplerSummary.of(SamplerMode.TRIGGERED, "it answered")
                .armDelayNs(5_000)
                .signalsSent(10)
                .capturesTaken(9)
                .normalSamples(4)
                .cappedIterations(1)
                .lateTotalNs(3_000)
                .lateMaxNs(2_000)
                .build();
    }

    private static Series latency(String name, long valueNs) {
        return new Series(
                name,
                null,
                20,
                valueNs,
                valueNs,
                valueNs,
                List.of(new Series.Point(0, valueNs), new Series.Point(100, valueNs)),
                List.of());
    }

    private static Series empty() {
        return new Series("dispatch", null, 0, 0, 0, Double.NaN, List.of(), List.of());
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

    /** What was concluded is made up, so that this file changes only when its format does. */
    private static Conclusions conclusions(Diagnosis diagnosis) {
        List<Where> collector = List.of(
                new Where(Place.of("G1 Evacuation Pause"), 600_000, 2),
                new Where(Place.of("other"), 1, 0),
                new Where(READ, 1, 0));
        TimeBudget split = new TimeBudget(
                2_000,
                812_000,
                List.of(
                        new TimeBudget.Part(Cause.GC_PAUSE, 700_000, 3, 4, collector),
                        new TimeBudget.Part(Cause.CULPRITS, 112_000, 0, 0, List.of())));
        RunBudget budget = new RunBudget(
                812_000,
                List.of(new RunBudget.CauseSum(
                        Cause.GC_PAUSE,
                        700_000,
                        100_000,
                        5,
                        6,
                        7,
                        collector,
                        Optional.of(new RunBudget.ShareInterval(0.75, 1)))),
                List.of(split));
        Culprit culprit =
                culprit(812_000, List.of(new Culprit.Victim(3_000, 90_000), new Culprit.Victim(4_000, 10_000)));
        List<CulpritSite> sites = List.of(new CulpritSite(Cause.GC_PAUSE, READ, List.of(culprit)));
        return new Conclusions(
                diagnosis,
                new Blame(700, List.of(culprit), Map.of()),
                budget,
                sites,
                counterfactual(0.012, Optional.empty()),
                Optional.empty(),
                List.of(new OverRepresentedFrame("com.acme.Book.resize", 0.8, 0.05, 0.61, 0.87, 20, 100)),
                new Standstills(
                        3,
                        152_000_000,
                        160_000_000,
                        1_000_000,
                        true,
                        List.of(new Standstills.Named(
                                Cause.VM_OPERATION, Place.of("GC_HeapInspection"), 3, 152_000_000, 160_000_000))),
                new Allocations(
                        112,
                        4_000_000,
                        List.of(new Allocations.Part("byte[]", "com.acme.Book.resize", 2_520_000, 70)),
                        List.of()),
                new LatencyStatistics(
                        List.of(
                                estimate(99, Optional.of(new Estimate(700_000, 650_000, 760_000)), 31.5, ""),
                                estimate(99.9, Optional.empty(), 2.25, "They came together.")),
                        Optional.of(difference(50)),
                        Optional.of(observer())));
    }

    private static SampleEstimate estimate(double percentile, Optional<Estimate> known, double events, String note) {
        Basis basis = new Basis(Basis.Units.TIME_BLOCKS, 20, 0, Optional.empty(), 2_000, 1, "");
        return new SampleEstimate(new Metric.Percentile(percentile), 700_000, known, events, basis, note);
    }

    private static ObserverEffect observer() {
        return new ObserverEffect(List.of(difference(99)), 15, 1_000_000_000, 7);
    }

    private static Difference difference(double percentile) {
        return new Difference(
                new Metric.Percentile(percentile),
                OptionalDouble.of(5_000),
                OptionalDouble.of(5_100),
                Optional.of(new Estimate(100, -200, 400)),
                Optional.of(new Estimate(0.02, -0.04, 0.08)),
                OptionalDouble.of(0.09),
                Verdict.NO_DETECTABLE_DIFFERENCE,
                "");
    }

    private static Culprit culprit(long latencyNs, List<Culprit.Victim> victims) {
        return new Culprit(
                new Iteration(RUN, 2_000, 12_000, 2_000 + latencyNs, 9_000, 1_000),
                801_300,
                801_000,
                100_000,
                12,
                victims);
    }

    private static Counterfactual counterfactual(double replayError, Optional<String> refusal) {
        List<Series.Point> better = List.of(new Series.Point(99, 4_000));
        return new Counterfactual(
                List.of(new Series.Point(99, 5_000)),
                replayError,
                refusal,
                refusal.isPresent()
                        ? List.of()
                        : List.of(
                                new Counterfactual.Without(Cause.GC_PAUSE, Optional.empty(), better),
                                new Counterfactual.Without(
                                        Cause.GC_PAUSE,
                                        Optional.of(READ),
                                        better,
                                        List.of(new Counterfactual.Interval(3_500, 4_600)),
                                        Optional.of(new Counterfactual.Elsewhere(0.75, better)))));
    }

    @Test
    void shouldSayHowManyAreLeftOutWhenThereAreTooManyCulprits() throws IOException {
        List<Culprit> culprits = IntStream.range(0, BlameJson.MAX_CULPRITS + 3)
                .mapToObj(i -> culprit(100_000 + i, List.of()))
                .toList();
        List<CulpritSite> sites = IntStream.range(0, BlameJson.MAX_SITES + 2)
                .mapToObj(i -> new CulpritSite(Cause.MONITOR, Place.of("lock " + i), i == 0 ? culprits : List.of()))
                .toList();
        Conclusions base = conclusions(diagnosis());
        JsonNode read = read(new Conclusions(
                base.diagnosis(),
                new Blame(0, culprits, Map.of()),
                base.budget(),
                sites,
                base.counterfactual(),
                Optional.empty(),
                List.of()));
        assertThat(read.at("/culprits/count").intValue()).isEqualTo(1_003);
        assertThat(read.at("/culprits/leftOut").intValue()).isEqualTo(3);
        assertThat(read.at("/culprits/listed")).hasSize(1_000);
        assertThat(read.at("/culprits/delayCausedNs").longValue()).isEqualTo(1_003 * 901_000L);
        assertThat(read.at("/culprits/listed/0/where").stringValue()).isEqualTo("lock 0");
        assertThat(read.at("/culprits/listed/0/victimsLeftOut").intValue()).isEqualTo(12);
        assertThat(read.at("/culpritSites/count").intValue()).isEqualTo(202);
        assertThat(read.at("/culpritSites/leftOut").intValue()).isEqualTo(2);
        assertThat(read.at("/culpritSites/listed")).hasSize(200);
    }

    @Test
    void shouldSayWhyWhenNothingIsConcludedAboutTheQueue() throws IOException {
        Conclusions base = conclusions(diagnosis());
        JsonNode unreplayed = read(new Conclusions(
                base.diagnosis(),
                new Blame(0, List.of(), Map.of()),
                new RunBudget(0, base.budget().causes(), base.budget().budgets()),
                List.of(),
                counterfactual(0, Optional.of("Iterations overlap.")),
                Optional.of("Iterations overlap."),
                List.of()));
        assertThat(unreplayed.at("/queue/status").stringValue()).isEqualTo("own-parts-only");
        assertThat(unreplayed.at("/queue/reason").stringValue()).isEqualTo("Iterations overlap.");
        assertThat(unreplayed.at("/counterfactual/refusal").stringValue()).isEqualTo("Iterations overlap.");
        assertThat(unreplayed.at("/counterfactual/replayError").isNull()).isTrue();
        assertThat(unreplayed.at("/budget/causes/0/share").isNull()).isTrue();
    }

    @Test
    void shouldTellTheReplayErrorWhenItIsWhatRefuses() throws IOException {
        Conclusions base = conclusions(diagnosis());
        JsonNode off = read(new Conclusions(
                base.diagnosis(),
                base.blame(),
                base.budget(),
                base.sites(),
                counterfactual(0.07, Optional.of("Off by 7%.")),
                Optional.empty(),
                List.of()));
        assertThat(off.at("/queue/status").stringValue()).isEqualTo("one-queue");
        assertThat(off.at("/counterfactual/replayError").doubleValue()).isEqualTo(0.07);
    }

    private static Diagnosis diagnosis() {
        Iteration iteration = new Iteration(RUN, 2_000, 12_000, 814_000, 9_000, 1_000);
        DiagnosedOutlier known = new DiagnosedOutlier(
                new Outlier(iteration, 50_000, List.of(new ProbeValue("lookup", 4_000)), Evidence.ANY_THREAD, "EU")
                        .ofTrace("4bf92f35"),
                List.of(new StackSample(18_000, 4242, true, List.of(ADD, HOSTILE))),
                List.of(18_000L),
                List.of(796_000L),
                6_000,
                List.of(
                        new Evidence(Evidence.Kind.GC_PAUSE, 13_000, 14_000, Evidence.ANY_THREAD, Place.of("G1")),
                        new Evidence(Evidence.Kind.FILE_IO, 14_000, 14_500, 4242, Place.of("read", "/var/orders")),
                        new Evidence(Evidence.Kind.PARK, 15_000, 15_500, 4242, Place.NONE, Optional.of(OWNER))),
                List.of(ThreadUsage.of(2_000, 4242)
                        .between(11_000, 815_000)
                        .runDelayNs(1)
                        .cpuNs(2)
                        .minorFaults(3)
                        .majorFaults(4)
                        .voluntarySwitches(5)
                        .involuntarySwitches(6)
                        .faultsNs(7)
                        .capturesNs(8)
                        .throttledNs(9)
                        .offCore(Optional.of(new OffCoreTimes(
                                10_000,
                                List.of(
                                        new OffCoreInterval(12_500, 12_700, true),
                                        new OffCoreInterval(
                                                15_000,
                                                15_600,
                                                false,
                                                Optional.of(new WakeUp(
                                                        15_450, new CoreUser(CoreUser.Kind.OWN_THREAD, 77, "feed"))),
                                                List.of(new CoreHold(
                                                        15_450,
                                                        15_600,
                                                        new CoreUser(CoreUser.Kind.OTHER_PROCESS, 99, "backup"))))))))
                        .build()));
        DiagnosedOutlier outlier = new DiagnosedOutlier(
                known.outlier(),
                known.stacks(),
                known.askedNs(),
                known.untilNs(),
                known.stacksNs(),
                known.unseenNs(),
                known.evidence(),
                known.usage(),
                known.coreUse(),
                known.cores(),
                known.owners(),
                Optional.of(new IterationPath(
                        List.of(
                                new IterationPath.Segment(2_000, 8_000, 4_243, "pacing"),
                                new IterationPath.Segment(10_000, 11_000, 12_000, 814_000, 4_242, "worker-3")),
                        List.of(new IterationPath.Delay(9_000, 10_000, "worker")))),
                known.captureNs());
        return new Diagnosis(
                List.of(outlier),
                new Coverage(
                        3,
                        57_000,
                        new Coverage.Kind(2, 1),
                        new Coverage.Kind(1, 1),
                        new Coverage.Kind(0, 0),
                        1,
                        1,
                        6_000,
                        802_000,
                        796_000,
                        7,
                        2),
                List.of(new WeightedStack(List.of(ADD, HOSTILE), 796_000, 1)),
                List.of(new WeightedStack(List.of(ADD), 1, 1)));
    }
}
