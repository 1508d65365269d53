package io.straggler.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.diagnosis.Allocations;
import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.Counterfactual;
import io.straggler.diagnosis.Counterfactual.Elsewhere;
import io.straggler.diagnosis.Counterfactual.Interval;
import io.straggler.diagnosis.Counterfactual.Without;
import io.straggler.diagnosis.Coverage;
import io.straggler.diagnosis.CulpritSite;
import io.straggler.diagnosis.Diagnosis;
import io.straggler.diagnosis.LatencyStatistics;
import io.straggler.diagnosis.OverRepresentedFrame;
import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.RunBudget.ShareInterval;
import io.straggler.diagnosis.Standstills;
import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.blame.Culprit;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.Where;
import io.straggler.diagnosis.statistics.Basis;
import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.diagnosis.statistics.SampleEstimate;
import io.straggler.model.Iteration;
import io.straggler.model.Notice;
import io.straggler.model.Partner.Role;
import io.straggler.model.Place;
import io.straggler.model.RunDescription;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.Series;
import io.straggler.model.WaitedFor;
import io.straggler.model.WaitedFor.Running;
import io.straggler.model.text.LineWidth;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run says on a terminal. What was concluded is made up, so that this changes only when the words do. */
class SummaryTest {
    private static final RunId RUN = new RunId(0, 1);
    private static final String HOSTILE = "\u001B[2J\u202Eevil\u0007\uD800" + "x".repeat(5_000);
    private static final Counterfactual NOTHING =
            new Counterfactual(List.of(), 0, Optional.of("There are too few iterations to speak of p99."), List.of());

    @ParameterizedTest
    @CsvSource({"60, summary-golden-60.txt", "100, summary-golden.txt", "200, summary-golden-200.txt"})
    void shouldPrintTheGoldenTextOfItsWidthWhenEverythingIsKnown(int columns, String file) throws IOException {
        try (InputStream golden = getClass().getResourceAsStream(file)) {
            assertThat(printed(new LineWidth(columns), run(1), budget(), sites(), counterfactual(), Optional.empty()))
                    .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void shouldMakeTheAnswerStandOutWhereStylesAreShown() {
        String text = coloured(run(1));
        assertThat(text)
                .contains("\u001B[1m  61% of the latency of 4,212 outliers is GC pause.")
                .contains("\u001B[1m     61.0% [40, 76]   GC pause            in 312 outliers")
                .contains("\n     30.0%            monitor ");
    }

    @Test
    void shouldWarnInColourWhereStylesAreShown() {
        assertThat(coloured(RunDescription.of("com.acme.book.Task")
                        .status(RunStatus.FAILED, "iteration 7 threw")
                        .notices(List.of(new Notice(Notice.Code.OTHER, Map.of(), "the disk was full")))
                        .build()))
                .contains("\n\u001B[31m  failed: iteration 7 threw\u001B[0m\n")
                .contains("\n\u001B[33m  note        the disk was full\u001B[0m\n");
        assertThat(coloured(RunDescription.of("com.acme.book.Task")
                        .status(RunStatus.SATURATED, "the rate was not kept")
                        .build()))
                .contains("\n\u001B[33m  saturated: the rate was not kept\u001B[0m\n");
    }

    private static String coloured(RunDescription run) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Summary.print(
                new Analysis(run, List.of(), conclusions(budget(), sites(), counterfactual(), Optional.empty()), null),
                Optional.empty(),
                new Screen(new PrintStream(bytes, true, StandardCharsets.UTF_8), LineWidth.USUAL, true));
        return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }

    @Test
    void shouldSayWhoFilledTheHeapBeforePauses() {
        Where pause = new Where(Place.of("GC Pause (G1New, G1 Evacuation Pause)"), 900, 4);
        assertThat(firstWords(new CauseSum(Cause.GC_PAUSE, 1_000, 0, 4, 4, 0, List.of(pause))))
                .isEqualTo(
                        "4 outliers waited for a GC pause (G1New, G1 Evacuation Pause), after allocations mostly in PriceCache.put: 100% of their latency (GC pause).");
    }

    @Test
    void shouldNameAThingThatSeveralMethodsWaitedFor() {
        String monitor = "com.acme.book.OrderBook";
        List<Where> places = List.of(
                new Where(Place.of(monitor).calledBy("com.acme.Desk.add"), 350, 1),
                new Where(Place.of(monitor).calledBy("com.acme.Desk.cancel"), 300, 1),
                new Where(Place.of("com.acme.Other").calledBy("com.acme.Desk.add"), 350, 1));

        assertThat(firstWords(new CauseSum(Cause.MONITOR, 1_000, 0, 4, 3, 0, places)))
                .isEqualTo("4 outliers mostly waited for the monitor of OrderBook: 100% of their latency (monitor).");
        assertThat(firstWords(new CauseSum(Cause.CODE, 1_000, 0, 4, 3, 0, places)))
                .isEqualTo("100% of the latency of 4 outliers is more work than usual.");
    }

    /** What is said of outliers that all had one cause. */
    private static String firstWords(CauseSum sum) {
        return printed(
                        new RunBudget(1_000, List.of(sum), Collections.nCopies(4, empty())),
                        List.of(),
                        NOTHING,
                        Optional.empty())
                .lines()
                .skip(2)
                .takeWhile(line -> !line.startsWith("  rate"))
                .map(String::strip)
                .collect(Collectors.joining(" "));
    }

    @Test
    void shouldSayWhyAndNameNoCulpritsWhenOnlyOwnPartsAreKnown() {
        String why =
                "Iterations overlap, so there is not one queue to replay: only what each outlier did itself is explained.";
        String text = printed(
                budget(), List.of(), new Counterfactual(List.of(), 0, Optional.of(why), List.of()), Optional.of(why));
        assertThat(text.replaceAll("\\s+", " ")).containsOnlyOnce(why).doesNotContain("carried back", "delay caused");
        assertThat(longest(text)).isLessThanOrEqualTo(LineWidth.USUAL.columns());
    }

    @Test
    void shouldDivideWhatIsNotQueueingWhenOnlyOwnPartsAreKnown() {
        RunBudget queued = new RunBudget(
                1_000_000,
                List.of(sum(Cause.INHERITED, 990_000, 0), sum(Cause.MONITOR, 7_500, 0), sum(Cause.NOT_SEEN, 2_500, 0)),
                List.of(empty()));
        assertThat(printed(queued, List.of(), NOTHING, Optional.of("Too fast.")))
                .contains(
                        "\n  Too fast.\n  where the 10 µs went that outliers did not spend queueing, 1.00% of their latency\n",
                        "\n     75.0%  monitor   in 2 outliers\n     25.0%  not seen  in 2 outliers\n");
    }

    @Test
    void shouldCountThreads() {
        assertThat(Stream.of("0", "1", "250", "11679", "more than 4711").map(Summary::threads))
                .containsExactly(
                        "", " on 1 thread", " on 250 threads", " on 11,679 threads", " on more than 4,711 threads");
    }

    @Test
    void shouldSayWhyWhenThereAreNoCounterfactuals() {
        assertThat(printed(budget(), sites(), NOTHING, Optional.empty()))
                .contains("\n  no predictions: There are too few iterations to speak of p99.\n");
    }

    @Test
    void shouldSayThatNothingHelpsWhenNoCauseOnItsOwnDoes() {
        Counterfactual none = new Counterfactual(
                points(5_000, 50_000),
                0.031,
                Optional.empty(),
                List.of(new Without(Cause.MONITOR, Optional.empty(), points(4_990, 50_000))));
        assertThat(printed(budget(), sites(), none, Optional.empty()))
                .contains("\n  p99 is 5 µs; no cause or site on its own lowers it by 1% or more\n");
    }

    @Test
    void shouldSayFirstWhatHelpsWhereTheLargestCauseDoesNot() {
        Counterfactual other = new Counterfactual(
                points(5_000, 50_000),
                0.031,
                Optional.empty(),
                List.of(
                        new Without(Cause.GC_PAUSE, Optional.empty(), points(1_000, 49_900)),
                        new Without(Cause.RUN_QUEUE, Optional.empty(), points(4_000, 40_000)),
                        new Without(Cause.MONITOR, Optional.empty(), points(5_000, 30_000)),
                        new Without(Cause.MONITOR, Optional.of(Place.of("the lock")), points(5_000, 20_000))));
        assertThat(printed(budget(), sites(), other, Optional.empty()))
                .contains(
                        " is GC pause. p99.9 is 50 µs (from one stall) with or without\n  GC pause, and would be at most 30 µs without monitor.\n");
    }

    @Test
    void shouldSayFirstWhatHelpsMuchMoreThanTheLargestCause() {
        Counterfactual other = new Counterfactual(
                points(5_000, 500_000),
                0.031,
                Optional.empty(),
                List.of(
                        new Without(Cause.GC_PAUSE, Optional.empty(), points(1_000, 480_000)),
                        new Without(Cause.MONITOR, Optional.empty(), points(5_000, 70_000))));
        assertThat(printed(budget(), sites(), other, Optional.empty()).replaceAll("\\s+", " "))
                .contains(
                        " is GC pause. p99.9 is 500 µs (from one stall), would be 480 µs without GC pause, and would be 70 µs without monitor. ");
    }

    @Test
    void shouldNameThePlaceThatTookMostOfTheLargestCause() {
        CauseSum code = new CauseSum(
                Cause.CODE,
                600_000,
                200_000,
                2,
                0,
                2,
                List.of(new Where(Place.of("com.acme.Cache.evict"), 500_000, 2)));
        RunBudget budget = new RunBudget(1_000_000, List.of(code), List.of(empty()));
        assertThat(printed(budget, sites(), NOTHING, Optional.empty()).replaceAll("\\s+", " "))
                .contains(
                        " The one outlier used more CPU time than usual in Cache.evict: 80% of its latency (more work than usual). ");
    }

    @Test
    void shouldSayHowManyMetTheLargestCauseThemselvesWhereMostWaitedBehindThem() {
        CauseSum force = new CauseSum(
                Cause.FILE_IO,
                200_000,
                780_000,
                2,
                2,
                0,
                List.of(new Where(Place.of("force", "/tmp/journal.log"), 980_000, 2)));
        RunBudget behind = new RunBudget(1_000_000, List.of(force), Collections.nCopies(7, empty()));
        assertThat(printed(behind, sites(), NOTHING, Optional.empty()).replaceAll("\\s+", " "))
                .contains(
                        " 2 of 7 outliers forced /tmp/journal.log to disk. With those that waited behind them, that is 98% of all latency (file I/O). ");

        RunBudget each = new RunBudget(1_000_000, List.of(force), Collections.nCopies(2, empty()));
        assertThat(printed(each, sites(), NOTHING, Optional.empty()).replaceAll("\\s+", " "))
                .contains(" 2 outliers forced /tmp/journal.log to disk: 98% of their latency (file I/O). ");
    }

    @Test
    void shouldSayInOneClauseWhereTheWholeOfACauseIs() {
        Counterfactual one = new Counterfactual(
                points(60_000, 812_000),
                0,
                Optional.empty(),
                List.of(
                        new Without(Cause.CODE, Optional.empty(), points(55_000, 90_000)),
                        new Without(Cause.CODE, Optional.of(Place.of("Cache.evict")), points(60_000, 91_000))));
        assertThat(printed(budget(), sites(), one, Optional.empty()))
                .contains("\n  p99.9 is 812 µs; without more work than usual: Cache.evict 90 µs\n")
                .contains("\n  p99 is 60 µs; without more work than usual 55 µs\n");
    }

    /** What the cause did to iterations below the threshold, of 50 µs here, is not known. */
    @Test
    void shouldCallWhatLiesBelowTheThresholdABoundWithoutAnInterval() {
        Counterfactual below = new Counterfactual(
                points(60_000, 812_000),
                0,
                Optional.empty(),
                List.of(new Without(
                        Cause.MONITOR,
                        Optional.empty(),
                        points(30_000, 50_000),
                        List.of(new Interval(29_000, 31_000), new Interval(49_000, 52_000)),
                        Optional.empty())));
        assertThat(printed(budget(), sites(), below, Optional.empty()))
                .contains(
                        "\n  p99.9 is 812 µs; without monitor 50 µs [49, 52 µs]\n",
                        "\n  p99 is 60 µs; without monitor at most 30 µs\n");
    }

    @Test
    void shouldPrintNothingAboutLatencyWhenThereAreNoOutliers() {
        String text = printed(new RunBudget(0, List.of(), List.of()), List.of(), NOTHING, Optional.empty());
        assertThat(text).doesNotContain("where the latency", "counterfactuals", "delay caused");
    }

    @Test
    void shouldNeitherSteerTheTerminalNorBreakLinesWhenNamesAreHostile() {
        List<Where> where = List.of(new Where(Place.of(HOSTILE), 1, 1));
        RunBudget budget = new RunBudget(
                3_000,
                List.of(new CauseSum(Cause.MONITOR, 2_900, 50, 1, 1, 0, where), sum(Cause.NOT_SEEN, 50, 0)),
                List.of(empty()));
        Counterfactual counterfactual = new Counterfactual(
                points(5_000, 50_000),
                0,
                Optional.empty(),
                List.of(new Without(Cause.MONITOR, Optional.of(Place.of(HOSTILE)), points(1, 1))));
        String text = printed(
                budget,
                List.of(new CulpritSite(Cause.MONITOR, Place.of(HOSTILE), List.of(culprit(1, 1)))),
                counterfactual,
                Optional.empty());
        assertThat(text).contains("⟨001B⟩[2J⟨202E⟩evil⟨0007⟩⟨D800").doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\\n]]");
        assertThat(longest(text)).isLessThanOrEqualTo(LineWidth.USUAL.columns());
    }

    /** Causes of a thousandth of the latency are nothing to begin with. */
    @Test
    void shouldNameNoSmallCauseWhereMostIsUnknown() {
        String small = printed(
                new RunBudget(
                        1_000_000,
                        List.of(sum(Cause.NOT_SEEN, 999_000, 0), sum(Cause.TIME_TO_SAFEPOINT, 1_000, 0)),
                        List.of(empty(), empty())),
                List.of(),
                NOTHING,
                Optional.empty());
        String large = printed(
                new RunBudget(
                        1_000_000,
                        List.of(sum(Cause.NOT_SEEN, 900_000, 0), sum(Cause.TIME_TO_SAFEPOINT, 100_000, 0)),
                        List.of(empty(), empty())),
                List.of(),
                NOTHING,
                Optional.empty());

        assertThat(small).contains("is not seen; no cause is known.").doesNotContain("to reduce time to safepoint");
        assertThat(large)
                .contains("the largest cause that is known is time to\n  safepoint.")
                .contains("to reduce time to safepoint");
    }

    @Test
    void shouldSayWhomOutliersWaitedForAndWhoHadTheCores() {
        WaitedFor peer = new WaitedFor("echo-peer", Role.PEER);
        WaitedFor starved = peer.which(Running.WAITED_FOR_CORE);
        Place read = Place.of("read", "127.0.0.1:40123");
        Place roundTrip = read.calledBy("com.acme.publishing.ExecutionPublisher.roundTrip");
        Place send = read.calledBy("com.acme.publishing.ExecutionPublisher.send");
        RunBudget budget = new RunBudget(
                2_000,
                List.of(
                        new CauseSum(
                                Cause.SOCKET_IO,
                                1_000,
                                0,
                                4,
                                4,
                                0,
                                List.of(
                                        new Where(roundTrip.waitingFor(starved), 500, 4),
                                        new Where(send.waitingFor(starved), 120, 1),
                                        new Where(roundTrip.waitingFor(peer), 300, 4),
                                        new Where(Place.of("read"), 80, 1))),
                        new CauseSum(
                                Cause.RUN_QUEUE,
                                1_000,
                                0,
                                4,
                                4,
                                0,
                                List.of(
                                        new Where(Place.of("C2 compiler"), 610, 4),
                                        new Where(Place.of("GC"), 200, 2),
                                        new Where(Place.of(HOSTILE), 60, 1),
                                        new Where(Place.of("worker"), 40, 1)))),
                List.of(empty()));
        String text = printed(
                budget,
                List.of(new CulpritSite(Cause.SOCKET_IO, roundTrip.waitingFor(starved), List.of(culprit(1, 1)))),
                NOTHING,
                Optional.empty());

        assertThat(text)
                .containsPattern("\n {20,}62% waited for echo-peer, which waited for a core\n")
                .containsPattern("\n {20,}the cores had: C2 compiler 61%, GC 20%,")
                .containsPattern(
                        "socket I/O: waited for data from 127.0.0.1:40123 in\n +ExecutionPublisher.roundTrip for thread echo-peer, which had no core\n")
                .doesNotContain("worker")
                .doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\\n]]");
        assertThat(longest(text)).isLessThanOrEqualTo(LineWidth.USUAL.columns());
    }

    @Test
    void shouldAddUpToAllWhateverTheSharesAre() {
        Random random = new Random(20_261_120);
        for (int round = 0; round < 500; round++) {
            List<Cause> causes = new ArrayList<>(List.of(Cause.values()));
            Collections.shuffle(causes, random);
            List<CauseSum> sums = causes.stream()
                    .limit(1 + random.nextInt(causes.size()))
                    .map(cause -> sum(cause, 1 + (long) Math.pow(10, 9 * random.nextDouble()), random.nextInt(3)))
                    .sorted(Comparator.comparingLong(CauseSum::totalNs).reversed())
                    .toList();
            long latencyNs = sums.stream().mapToLong(CauseSum::totalNs).sum();
            List<String> lines = BudgetLines.of(
                            conclusions(
                                            new RunBudget(latencyNs, sums, List.of(empty())),
                                            List.of(),
                                            NOTHING,
                                            Optional.empty())
                                    .beside(Standstills.NONE, Allocations.NONE),
                            new PlaceText("com.acme."),
                            LineWidth.USUAL)
                    .all();
            int tenths = lines.stream()
                    .skip(1)
                    .map(line -> line.strip().split("%")[0])
                    .filter(share -> !share.equals("<0.1"))
                    .mapToInt(share -> Integer.parseInt(share.replace(".", "")))
                    .sum();
            assertThat(tenths).as(String.join("\n", lines)).isEqualTo(1_000);
            assertThat(lines).hasSizeLessThanOrEqualTo(9).allMatch(line -> line.length() <= LineWidth.USUAL.columns());
        }
    }

    @Test
    void shouldStayWithinTheWidthWhenThereAreManySeriesAndRuns() {
        List<Series> series = new ArrayList<>();
        IntStream.rangeClosed(1, 12).forEach(run -> series.add(series("latency", new RunId(3, run))));
        IntStream.rangeClosed(1, 20).forEach(probe -> series.add(series("probe:step " + probe, null)));
        series.add(series("probe:" + HOSTILE, null));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        PercentileTable.print(series, statistics(), run(12), new Screen(out, LineWidth.USUAL, false));
        String text = bytes.toString(StandardCharsets.UTF_8);
        assertThat(longest(text)).isLessThanOrEqualTo(LineWidth.USUAL.columns());
        assertThat(text).contains("step 20", "(the first ");
    }

    /** The last of several thresholds is not what each outlier took at least. */
    @Test
    void shouldNotCallAThresholdThatMovedOneDuration() {
        RunDescription moved = run(1, Map.of(RunDescription.THRESHOLDS, "3 ms to 25.3 ms"));
        assertThat(printed(moved, budget(), sites(), NOTHING, Optional.empty()))
                .contains("4,212 (4.21%) took the threshold of their time, 3 ms to 25.3 ms, or longer; the worst");
    }

    @Test
    void shouldSayThatIntervalsKnowHowMuchJvmsDiffer() {
        String text = printed(run(3), budget(), sites(), counterfactual(), Optional.empty());
        assertThat(text)
                .contains(
                        "\n  in brackets: 95% confidence, by how much parts of this run differ, and in predictions its 3"
                                + " JVMs\n");
        assertThat(longest(text)).isLessThanOrEqualTo(LineWidth.USUAL.columns());
    }

    @Test
    void shouldNotTakeBracketsInANameForAnInterval() {
        List<Where> where = List.of(new Where(Place.of("lock [1, 2]"), 1_000, 1));
        RunBudget budget =
                new RunBudget(1_000, List.of(new CauseSum(Cause.MONITOR, 1_000, 0, 1, 1, 0, where)), List.of(empty()));
        assertThat(printed(budget, sites(), NOTHING, Optional.empty()))
                .contains("lock [1, 2]")
                .doesNotContain("in brackets");
    }

    private static String printed(
            RunBudget budget, List<CulpritSite> sites, Counterfactual counterfactual, Optional<String> ownPartsOnly) {
        return printed(run(1), budget, sites, counterfactual, ownPartsOnly);
    }

    private static String printed(
            RunDescription run,
            RunBudget budget,
            List<CulpritSite> sites,
            Counterfactual counterfactual,
            Optional<String> ownPartsOnly) {
        return printed(LineWidth.USUAL, run, budget, sites, counterfactual, ownPartsOnly);
    }

    private static String printed(
            LineWidth width,
            RunDescription run,
            RunBudget budget,
            List<CulpritSite> sites,
            Counterfactual counterfactual,
            Optional<String> ownPartsOnly) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Analysis analysis = new Analysis(
                run,
                List.of(series("latency", null), series("probe:book", null)),
                conclusions(budget, sites, counterfactual, ownPartsOnly),
                null);
        Summary.print(
                analysis,
                Optional.empty(),
                new Screen(new PrintStream(bytes, true, StandardCharsets.UTF_8), width, false));
        return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }

    private static int longest(String text) {
        return text.lines().mapToInt(String::length).max().orElse(0);
    }

    private static Conclusions conclusions(
            RunBudget budget, List<CulpritSite> sites, Counterfactual counterfactual, Optional<String> ownPartsOnly) {
        List<Culprit> culprits =
                sites.stream().flatMap(site -> site.culprits().stream()).toList();
        return new Conclusions(
                new Diagnosis(List.of(), coverage(), List.of(), List.of()),
                new Blame(700, culprits, Map.of()),
                budget,
                sites,
                counterfactual,
                ownPartsOnly,
                List.of(
                        new OverRepresentedFrame("com.acme.book.OrderBook.grow", 0.8, 0.05, 0.61, 0.87, 20, 100),
                        new OverRepresentedFrame("java.util.Arrays.copyOf", 0.3, 0, 0.004, 0.52, 20, 100)),
                new Standstills(
                        1,
                        5_000_000,
                        5_000_000,
                        1_000_000,
                        true,
                        List.of(new Standstills.Named(
                                Cause.VM_OPERATION, Place.of("GC_HeapInspection"), 1, 5_000_000, 5_000_000))),
                new Allocations(
                        112,
                        4_000_000,
                        List.of(
                                new Allocations.Part("byte[]", "com.acme.book.PriceCache.put", 2_520_000, 70),
                                new Allocations.Part("java.lang.String", "com.acme.book.Quote.parse", 800_000, 22)),
                        List.of()),
                statistics());
    }

    private static LatencyStatistics statistics() {
        return new LatencyStatistics(
                List.of(
                        estimate(50, Optional.of(new Estimate(700, 690, 711)), 4_000, ""),
                        estimate(
                                90,
                                Optional.empty(),
                                40,
                                "Neighbouring iterations depend on each other for about 2 s."),
                        estimate(99, Optional.of(new Estimate(645_000, 999, 2_345_678)), 12, ""),
                        estimate(99.7, Optional.empty(), 9.9, "The 300 iterations came together."),
                        estimate(99.9, Optional.empty(), 0.9, "The 100 iterations came together.")),
                Optional.empty(),
                Optional.empty());
    }

    private static SampleEstimate estimate(double percentile, Optional<Estimate> known, double events, String note) {
        Basis basis = new Basis(Basis.Units.TIME_BLOCKS, 20, 0, Optional.empty(), 2_000, 1, "");
        return new SampleEstimate(new Metric.Percentile(percentile), 1, known, events, basis, note);
    }

    private static Coverage coverage() {
        return new Coverage(
                412,
                300_000,
                new Coverage.Kind(193, 190),
                new Coverage.Kind(104, 101),
                new Coverage.Kind(21, 21),
                204,
                108,
                261_000,
                1,
                1,
                0,
                400);
    }

    private static RunBudget budget() {
        List<Where> pauses = List.of(
                new Where(
                        Place.of("G1 Evacuation Pause (Allocation Failure) in the young generation, then some"),
                        50_000_000,
                        12),
                new Where(Place.of("G1 Remark"), 1_000_000, 1));
        List<Where> locks = List.of(new Where(Place.of("com.acme.book.OrderBook held by com.acme.book.Writer"), 9, 88));
        return new RunBudget(
                1_000_000_000,
                List.of(
                        new CauseSum(
                                Cause.GC_PAUSE,
                                51_000_000,
                                559_040_000,
                                312,
                                1_012,
                                0,
                                pauses,
                                Optional.of(new ShareInterval(0.402, 0.755))),
                        new CauseSum(Cause.MONITOR, 300_000_000, 0, 88, 88, 1, locks),
                        new CauseSum(Cause.RUN_QUEUE, 40_000_000, 30_000_000, 1, 1, 0, List.of()),
                        sum(Cause.NOT_SEEN, 0, 15_960_000),
                        sum(Cause.UNEXPLAINED, 2_000_000, 0),
                        sum(Cause.SLEEP, 1_500_000, 0),
                        sum(Cause.PARK, 500_000, 0),
                        sum(Cause.DEOPTIMIZATION, 0, 0)),
                Collections.nCopies(4_212, empty()));
    }

    private static CauseSum sum(Cause cause, long ownNs, long carriedNs) {
        return new CauseSum(cause, ownNs, carriedNs, ownNs > 0 ? 2 : 0, 0, 0, List.of());
    }

    private static TimeBudget empty() {
        return new TimeBudget(0, 0, List.of());
    }

    private static List<CulpritSite> sites() {
        return Stream.of(
                        new CulpritSite(
                                Cause.GC_PAUSE,
                                Place.of("G1 Evacuation Pause"),
                                List.of(culprit(812_000_000, 3_100), culprit(9, 0))),
                        new CulpritSite(
                                Cause.MONITOR,
                                Place.of("com.acme.book.OrderBook"),
                                Collections.nCopies(1_024, culprit(290_000, 1))),
                        new CulpritSite(Cause.RUN_QUEUE, Place.NONE, List.of(culprit(12_000_000, 0))),
                        new CulpritSite(
                                Cause.NOT_SEEN, Place.of("below the threshold itself"), List.of(culprit(11_000, 4))),
                        new CulpritSite(
                                Cause.SLEEP, Place.of("com.acme.book.Retry.backOff"), List.of(culprit(10_000, 4))),
                        new CulpritSite(Cause.PARK, Place.NONE, List.of(culprit(9_000, 4))),
                        new CulpritSite(Cause.UNEXPLAINED, Place.NONE, List.of(culprit(8_000, 4))))
                .toList();
    }

    private static Culprit culprit(long delayCausedNs, long delayed) {
        return new Culprit(new Iteration(RUN, 0, 0, 1, 0, 0), 1, 0, delayCausedNs, delayed, List.of());
    }

    private static Counterfactual counterfactual() {
        return new Counterfactual(
                points(645_000, 812_000),
                0.0123,
                Optional.empty(),
                List.of(
                        new Without(
                                Cause.GC_PAUSE,
                                Optional.empty(),
                                points(600_000, 305_000),
                                List.of(new Interval(500_000, 640_000), new Interval(280_000, 402_000)),
                                Optional.empty()),
                        new Without(
                                Cause.MONITOR,
                                Optional.of(Place.of("com.acme.book.OrderBook.grow")),
                                points(90_000, 410_000),
                                List.of(new Interval(70_000, 110_000), new Interval(390_000, 1_200_000)),
                                Optional.of(new Elsewhere(0.5, points(400_000, 420_000)))),
                        new Without(Cause.MONITOR, Optional.empty(), points(80_000, 350_000)),
                        new Without(Cause.SLEEP, Optional.empty(), points(644_900, 500_000)),
                        new Without(Cause.PARK, Optional.empty(), points(645_000, 812_000))));
    }

    private static List<Series.Point> points(long p99Ns, long p999Ns) {
        return List.of(new Series.Point(99, p99Ns), new Series.Point(99.9, p999Ns));
    }

    private static Series series(String name, RunId run) {
        return new Series(
                name,
                run,
                100_000,
                600,
                812_000,
                750.5,
                List.of(
                        new Series.Point(50, 700),
                        new Series.Point(90, 999_499),
                        new Series.Point(99, 645_000),
                        new Series.Point(100, 812_000)),
                List.of());
    }

    private static RunDescription run(int runs) {
        return run(runs, Map.of());
    }

    private static RunDescription run(int runs, Map<String, String> environment) {
        return RunDescription.of("com.acme.book.Task")
                .environment(environment)
                .runs(IntStream.range(0, runs)
                        .mapToObj(fork -> outcome(new RunId(fork, 1)))
                        .toList())
                .sampler(SamplerSummary.of(SamplerMode.TRIGGERED, "it works here")
                        .armDelayNs(5_000)
                        .signalsSent(10)
                        .capturesTaken(9)
                        .normalSamples(4)
                        .cappedIterations(1)
                        .lateTotalNs(3_000)
                        .lateMaxNs(2_000)
                        .build())
                .build();
    }

    private static RunOutcome outcome(RunId run) {
        return RunOutcome.of(run)
                .endEpochMs(10_000)
                .targetPerSecond(10_000)
                .achievedPerSecond(10_000)
                .iterations(100_000)
                .outliers(4_212)
                .thresholdNs(50_000)
                .worstNs(812_000)
                .build();
    }
}
