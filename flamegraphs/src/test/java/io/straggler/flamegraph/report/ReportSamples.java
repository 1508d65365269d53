package io.straggler.flamegraph.report;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.Coverage;
import io.straggler.diagnosis.Diagnosis;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
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
import io.straggler.model.ThreadUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Reports of runs that never were, for tests and for looking at the page. The same seed gives the same report. */
final class ReportSamples {
    static final List<String> HOSTILE = List.of(
            "</script><script>alert(1)</script>",
            "<!-- <script>",
            "\"quoted\" 'twice' \\ back & forth",
            "emoji.\uD83D\uDE00.\uD83C\uDFF4",
            "evil\u202Egnp.exe\u2066",
            "lone \uD800 surrogate, a null \u0000 and a bell \u0007",
            "]]>--><img src=x onerror=alert(1)>",
            "long." + "x".repeat(4_000));

    private static final long START_EPOCH_MS = 1_795_000_000_000L;
    private static final long ORIGIN_NS = 5_000_000_000_000L;
    private static final long FIRST_RUN_NS = ORIGIN_NS + 30_000_000_000L;
    private static final long THRESHOLD_NS = 50_000;
    private static final double PER_SECOND = 50_000;
    private static final int SECONDS = 20;

    private final Random random;
    private final List<DiagnosedOutlier> outliers = new ArrayList<>();
    private final Map<List<StackFrame>, long[]> merged = new HashMap<>();
    private final Map<List<StackFrame>, List<StackFrame>> stacks = new HashMap<>();

    /** Of the outliers, in turn. */
    private final List<String> groups;

    private ReportSamples(long seed, String... groups) {
        this.random = new Random(seed);
        this.groups = groups.length == 0 ? List.of("") : List.of(groups);
    }

    /** Writes a sample of every sort into the directory that is given. */
    public static void main(String[] args) throws IOException {
        Path directory = Files.createDirectories(Path.of(args[0]));
        HtmlReport.write(realistic(), directory.resolve("realistic.html"));
        HtmlReport.write(queued(), directory.resolve("queued.html"));
        HtmlReport.write(empty(), directory.resolve("empty.html"));
        HtmlReport.write(saturated(), directory.resolve("saturated.html"));
        HtmlReport.write(failed(), directory.resolve("failed.html"));
        HtmlReport.write(oneIteration(), directory.resolve("one.html"));
        HtmlReport.write(hostile(), directory.resolve("hostile.html"));
        HtmlReport.write(ofAnyProgram(), directory.resolve("any-program.html"));
        HtmlReport.write(large(50_000, 40_000), directory.resolve("large.html"));
    }

    /** Three runs, some hundred outliers of several causes. */
    static ReportData realistic() {
        return new ReportSamples(7).report(3, 140, 0);
    }

    /** One run whose stalls made others wait. */
    static ReportData queued() {
        RunId id = new RunId(0, 1);
        RunOutcome begun = outcome(id, 0, 0, 0);
        Conclusions conclusions = QueuedRun.of(begun);
        long iterations = (long) (PER_SECOND * SECONDS);
        long worst = conclusions.diagnosis().outliers().stream()
                .mapToLong(one -> one.outlier().iteration().latencyNs())
                .max()
                .orElse(0);
        int outliers = conclusions.diagnosis().outliers().size();
        return new ReportData(
                description(List.of(outcome(id, iterations, outliers, worst))),
                List.of(
                        withTail(series("latency", id, iterations, 700, worst, 0), conclusions),
                        series("service", id, iterations, 690, worst, 0)),
                conclusions);
    }

    /** The same with the latencies of the outliers as its tail. */
    private static Series withTail(Series series, Conclusions conclusions) {
        long[] slowest = conclusions.diagnosis().outliers().stream()
                .mapToLong(one -> -one.outlier().iteration().latencyNs())
                .sorted()
                .map(ns -> -ns)
                .toArray();
        List<Series.Point> points = new ArrayList<>();
        for (double nines = 0; nines < Math.log10(series.count()); nines += 0.05) {
            int rank = (int) Math.round(series.count() * Math.pow(10, -nines));
            points.add(new Series.Point(
                    100 * (1 - Math.pow(10, -nines)),
                    rank < slowest.length ? slowest[rank] : 700 + (long) (nines * 30)));
        }
        points.add(new Series.Point(100, series.maxNs()));
        return new Series(
                series.name(),
                series.runId(),
                series.count(),
                series.minNs(),
                series.maxNs(),
                series.meanNs(),
                points,
                series.intervals());
    }

    static ReportData large(int stacks, int outliers) {
        return new ReportSamples(11).report(2, outliers / 2, stacks);
    }

    static ReportData saturated() {
        ReportData data = new ReportSamples(3).report(1, 400, 0);
        RunDescription run = data.run();
        String why = "achieved 41,204/s of 50,000/s; the schedule was 3.5 s behind at the end";
        RunDescription saturated = new RunDescription(
                run.schemaVersion(),
                run.task(),
                run.optionsGiven(),
                run.optionsResolved(),
                run.environment(),
                run.runs(),
                run.sampler(),
                RunStatus.SATURATED,
                why,
                List.of("Two cores only: the sampler, the JIT and the garbage collector compete with the task."));
        return new ReportData(saturated, data.series(), data.conclusions());
    }

    /** A program that had no schedule, with three groups, one of which has no outlier. */
    static ReportData ofAnyProgram() {
        ReportData data = new ReportSamples(5, "EU", "US").report(1, 60, 0);
        RunOutcome paced = data.run().runs().get(0);
        RunOutcome recorded = RunOutcome.of(paced.runId())
                .originNs(paced.originNs())
                .startEpochMs(paced.startEpochMs())
                .endEpochMs(paced.endEpochMs())
                .achievedPerSecond(paced.achievedPerSecond())
                .iterations(paced.iterations())
                .outliers(paced.outliers())
                .thresholdNs(paced.thresholdNs())
                .worstNs(paced.worstNs())
                .build();
        RunDescription run =
                description(List.of(recorded)).withFact("threads", "4").withFact(RunDescription.METHODS, "EU US ASIA");
        List<Series> series = new ArrayList<>(data.series());
        series.add(series(Series.GROUP_PREFIX + "EU", null, 20_000, 700, 41_000, 0));
        series.add(series(Series.GROUP_PREFIX + "US", null, 1_000, 700, 39_000, 0));
        series.add(series(Series.GROUP_PREFIX + "ASIA", null, 5, 700, 900, 0));
        Conclusions conclusions =
                Conclusions.of(data.conclusions().diagnosis(), List.of(), List.of(recorded), 700, LatencyCounts.NONE);
        return new ReportData(run, series, conclusions);
    }

    static ReportData failed() {
        return new ReportData(
                description(List.of())
                        .failed("the task threw java.lang.IllegalStateException in iteration 0: no such book"),
                List.of(),
                conclusions(new Diagnosis(List.of(), Coverage.none(), List.of(), List.of())));
    }

    static ReportData empty() {
        return new ReportData(
                description(List.of(outcome(new RunId(0, 1), 1_000_000, 0, 41_000))),
                List.of(series("latency", new RunId(0, 1), 1_000_000, 700, 41_000, 0)),
                conclusions(new Diagnosis(List.of(), Coverage.none(), List.of(), List.of())));
    }

    static ReportData oneIteration() {
        RunId id = new RunId(0, 1);
        Iteration iteration = new Iteration(id, FIRST_RUN_NS, FIRST_RUN_NS, FIRST_RUN_NS + 70_000, 0, 0);
        DiagnosedOutlier only = new DiagnosedOutlier(
                new Outlier(iteration, THRESHOLD_NS, List.of()),
                List.of(),
                List.of(),
                List.of(),
                70_000,
                List.of(),
                List.of());
        Series latency =
                new Series("latency", id, 1, 70_000, 70_000, 70_000, List.of(new Series.Point(100, 70_000)), List.of());
        return new ReportData(
                description(List.of(outcome(id, 1, 1, 70_000))),
                List.of(latency),
                conclusions(new Diagnosis(
                        List.of(only),
                        new Coverage(1, 60_000, none(1), none(0), none(0), 0, 0, 0, 70_000, 0, 0),
                        List.of(new WeightedStack(List.of(new StackFrame("[not seen]", FrameKind.UNSEEN)), 70_000, 0)),
                        List.of())));
    }

    /** Every name that the measured program chooses is hostile. */
    static ReportData hostile() {
        List<StackFrame> frames = HOSTILE.stream()
                .map(name -> new StackFrame(name, FrameKind.JAVA))
                .toList();
        RunId id = new RunId(0, 1);
        List<DiagnosedOutlier> outliers = new ArrayList<>();
        List<WeightedStack> stacks = new ArrayList<>();
        for (int i = 0; i < HOSTILE.size(); i++) {
            String name = HOSTILE.get(i);
            Iteration iteration = new Iteration(
                    id,
                    FIRST_RUN_NS + i * 1_000_000L,
                    FIRST_RUN_NS + i * 1_000_000L,
                    FIRST_RUN_NS + i * 1_000_000L + 90_000,
                    0,
                    0);
            StackSample sample =
                    new StackSample(FIRST_RUN_NS + i * 1_000_000L + 10_000, 42, true, frames.subList(0, i + 1));
            outliers.add(new DiagnosedOutlier(
                    new Outlier(iteration, THRESHOLD_NS, List.of(new ProbeValue(name, 5_000))),
                    List.of(sample),
                    List.of(sample.timeNs()),
                    List.of(80_000L),
                    10_000,
                    List.of(new Evidence(Evidence.Kind.MONITOR_ENTER, ORIGIN_NS, ORIGIN_NS + 1, 42, name)),
                    List.of()));
            stacks.add(new WeightedStack(frames.subList(i, i + 1), 80_000, 1));
            stacks.add(new WeightedStack(frames.subList(0, i + 1), 80_000, 1));
        }
        RunDescription run = description(List.of(outcome(id, 1_000_000, HOSTILE.size(), 90_000)));
        Map<String, String> environment = new HashMap<>();
        HOSTILE.forEach(name -> environment.put("value " + environment.size(), name));
        RunDescription hostile = new RunDescription(
                run.schemaVersion(),
                HOSTILE.get(0),
                environment,
                environment,
                environment,
                run.runs(),
                run.sampler(),
                RunStatus.FAILED,
                HOSTILE.get(1),
                HOSTILE);
        List<Series> series = new ArrayList<>(List.of(series("latency", id, 1_000_000, 700, 90_000, 0)));
        HOSTILE.forEach(name -> series.add(series("probe:" + name, id, 100_000, 100, 9_000, 0)));
        return new ReportData(
                hostile,
                series,
                HostileConclusions.of(
                        new Diagnosis(
                                outliers,
                                new Coverage(8, 60_000, all(8), all(0), all(0), 8, 0, 10_000, 720_000, 640_000, 0),
                                stacks,
                                stacks),
                        HOSTILE));
    }

    private ReportData report(int runs, int outliersPerRun, int extraStacks) {
        List<RunOutcome> outcomes = new ArrayList<>();
        List<Series> series = new ArrayList<>();
        for (int run = 1; run <= runs; run++) {
            RunId id = new RunId(0, run);
            long worst = 0;
            for (int i = 0; i < outliersPerRun; i++) {
                worst = Math.max(worst, outlier(id, i, outliersPerRun));
            }
            outcomes.add(outcome(id, (long) (PER_SECOND * SECONDS), outliersPerRun, worst));
        }
        long iterations = (long) (PER_SECOND * SECONDS);
        for (String name : List.of("latency", "service", "dispatch", "probe:lookup", "jitter")) {
            long base = Map.of("latency", 700L, "service", 680L, "dispatch", 20L, "probe:lookup", 180L, "jitter", 60L)
                    .get(name);
            long top = name.equals("latency") || name.equals("service") ? 12_300_000 : 240_000;
            if (runs > 1) {
                series.add(series(name, null, iterations * runs, base, top, 0));
            }
            for (int run = 1; run <= runs; run++) {
                series.add(series(name, new RunId(0, run), iterations, base + run * 4, top - run * 1_300L, run));
            }
        }
        outliers.sort((a, b) -> Long.compare(
                a.outlier().iteration().intendedNs(), b.outlier().iteration().intendedNs()));
        List<WeightedStack> stacks = new ArrayList<>();
        merged.forEach((frames, sum) -> stacks.add(new WeightedStack(frames, sum[0], sum[1])));
        for (int i = 0; i < extraStacks; i++) {
            stacks.add(new WeightedStack(randomStack(i), 1_000 + random.nextInt(50_000), 1));
        }
        long running = outliers.stream()
                .mapToLong(one -> one.outlier().iteration().serviceNs())
                .sum();
        long withStack =
                outliers.stream().filter(one -> !one.stacks().isEmpty()).count();
        Coverage coverage = new Coverage(
                outliers.size(),
                70_000,
                new Coverage.Kind(withStack, withStack - 3),
                all(3),
                none(4),
                withStack - 2,
                2,
                6_200,
                running,
                (long) (running * 0.91),
                37);
        return new ReportData(
                description(outcomes), series, conclusions(new Diagnosis(outliers, coverage, stacks, normalStacks())));
    }

    private long outlier(RunId id, int i, int ofThatMany) {
        long since = (long) ((i + random.nextDouble()) / ofThatMany * SECONDS * 1e9);
        long intended = ORIGIN_NS + id.run() * 30_000_000_000L + since;
        boolean victim = random.nextInt(3) == 0;
        int cause = random.nextInt(4);
        long service = victim
                ? 2_000 + random.nextInt(9_000)
                : (long) (52_000 * Math.pow(10, 2.3 * Math.pow(random.nextDouble(), 3)));
        long inherited =
                victim ? 55_000 + random.nextInt(900_000) : random.nextInt(3) == 0 ? random.nextInt(15_000) : 0;
        long dispatch = inherited > 0 ? 0 : random.nextInt(4) == 0 ? random.nextInt(4_000) : 60;
        Iteration iteration = new Iteration(
                id,
                intended,
                intended + inherited + dispatch,
                intended + inherited + dispatch + service,
                inherited,
                dispatch);
        List<StackSample> stacks = new ArrayList<>();
        List<Long> standsFor = new ArrayList<>();
        long at = 6_000 + random.nextInt(600);
        long gap = 8_000;
        long unseen = Math.min(service, at);
        while (at < service) {
            long until = Math.min(service, at + gap);
            StackSample sample = new StackSample(iteration.startNs() + at, 4242, cause != 2, stack(cause));
            stacks.add(sample);
            standsFor.add(until - at);
            add(sample.frames(), until - at, 1);
            at = until;
            gap = gap * 3 / 2;
        }
        String until = stacks.isEmpty() ? "[no stack]" : "[before the first stack]";
        add(List.of(new StackFrame(until, FrameKind.UNSEEN)), unseen, 0);
        List<Evidence> evidence = new ArrayList<>();
        if (cause == 1 && !victim) {
            evidence.add(new Evidence(
                    Evidence.Kind.GC_PAUSE,
                    iteration.startNs() + 3_000,
                    iteration.endNs() - 2_000,
                    Evidence.ANY_THREAD,
                    "G1 Evacuation Pause"));
            evidence.add(new Evidence(
                    Evidence.Kind.TIME_TO_SAFEPOINT,
                    iteration.startNs() + 1_000,
                    iteration.startNs() + 3_000,
                    Evidence.ANY_THREAD,
                    "G1CollectForAllocation"));
        } else if (cause == 2 && !victim) {
            evidence.add(new Evidence(
                    Evidence.Kind.MONITOR_ENTER,
                    iteration.startNs() + 1_000,
                    iteration.endNs() - 9_000,
                    4242,
                    "com.acme.book.OrderBook"));
        }
        List<ThreadUsage> usage = victim
                ? List.of()
                : List.of(ThreadUsage.of(intended, 4242)
                        .between(iteration.startNs() - 900, iteration.endNs() + 1_900)
                        .runDelayNs(cause == 3 ? service / 3 : 0)
                        .cpuNs(service * 2 / 3)
                        .minorFaults(random.nextInt(4))
                        .voluntarySwitches(cause == 2 ? 1 : 0)
                        .involuntarySwitches(cause == 3 ? 1 : 0)
                        .build());
        List<ProbeValue> probes = List.of(new ProbeValue("lookup", 180 + random.nextInt(2_000)));
        outliers.add(new DiagnosedOutlier(
                new Outlier(iteration, THRESHOLD_NS, probes, Evidence.ANY_THREAD, groups.get(i % groups.size())),
                stacks,
                stacks.stream().map(StackSample::timeNs).toList(),
                standsFor,
                unseen,
                evidence,
                usage));
        return iteration.latencyNs();
    }

    private void add(List<StackFrame> frames, long ns, long samples) {
        long[] sum = merged.computeIfAbsent(frames, key -> new long[2]);
        sum[0] += ns;
        sum[1] += samples;
    }

    /** Equal ones are the same list, as in a recording. */
    private List<StackFrame> stack(int cause) {
        List<StackFrame> stack = newStack(cause);
        return stacks.computeIfAbsent(stack, one -> one);
    }

    private List<StackFrame> newStack(int cause) {
        List<StackFrame> stack = new ArrayList<>(List.of(
                java("java.lang.Thread.run"),
                java("io.straggler.harness.Pacer.pace"),
                java("com.acme.trading.MatchingTask.run"),
                java("com.acme.book.OrderBook.submit")));
        switch (cause) {
            case 0 -> {
                stack.add(java("com.acme.book.PriceLevels." + pick("insert", "resize", "resize", "compact")));
                stack.add(new StackFrame("java.util.Arrays.copyOf", FrameKind.INLINED));
                if (random.nextBoolean()) {
                    stack.add(new StackFrame("__memmove_avx_unaligned_erms", FrameKind.NATIVE));
                } else {
                    stack.add(new StackFrame("asm_exc_page_fault", FrameKind.KERNEL));
                    stack.add(new StackFrame(
                            pick("do_anonymous_page", "clear_page_erms", "handle_mm_fault"), FrameKind.KERNEL));
                }
            }
            case 1 -> {
                stack.add(java("com.acme.book.Order.<init>"));
                stack.add(new StackFrame("OptoRuntime::new_instance_C", FrameKind.CPP));
                stack.add(new StackFrame("G1CollectedHeap::attempt_allocation_slow", FrameKind.CPP));
                stack.add(new StackFrame(pick("VMThread::wait_until_executed", "Mutex::lock"), FrameKind.CPP));
            }
            case 2 -> {
                stack.add(java("com.acme.audit.Journal.append"));
                stack.add(new StackFrame("ObjectMonitor::enter", FrameKind.CPP));
                stack.add(new StackFrame("pthread_cond_wait", FrameKind.NATIVE));
                stack.add(new StackFrame("futex_wait_queue", FrameKind.KERNEL));
            }
            default -> {
                stack.add(new StackFrame("com.acme.pricing.Curve." + pick("fit", "bootstrap"), FrameKind.INTERPRETED));
                stack.add(new StackFrame(
                        "com.acme.pricing.Curve.lambda$" + pick("fit$0", "fit$1", "solve$3"), FrameKind.INTERPRETED));
                stack.add(new StackFrame("java.lang.Math.exp", FrameKind.COMPILED_C1));
            }
        }
        return List.copyOf(stack);
    }

    private List<StackFrame> randomStack(int i) {
        List<StackFrame> stack = new ArrayList<>(List.of(java("java.lang.Thread.run")));
        int depth = 10 + random.nextInt(40);
        for (int at = 0; at < depth; at++) {
            int choice = random.nextInt(at < 12 ? 2 : 6);
            stack.add(new StackFrame(
                    "com.acme.generated.Node" + at + ".visit" + choice, FrameKind.values()[random.nextInt(5)]));
        }
        stack.add(new StackFrame("leaf" + i % 500, FrameKind.NATIVE));
        return stack;
    }

    private List<WeightedStack> normalStacks() {
        Map<List<StackFrame>, Long> counts = new HashMap<>();
        for (int i = 0; i < 400; i++) {
            counts.merge(stack(random.nextInt(10) == 0 ? 3 : 0), 1L, Long::sum);
        }
        List<WeightedStack> stacks = new ArrayList<>();
        counts.forEach((frames, count) -> stacks.add(new WeightedStack(frames, count, count)));
        return stacks;
    }

    private String pick(String... names) {
        return names[random.nextInt(names.length)];
    }

    private static StackFrame java(String name) {
        return new StackFrame(name, FrameKind.COMPILED);
    }

    private static RunOutcome outcome(RunId id, long iterations, long outliers, long worst) {
        long start = START_EPOCH_MS + id.run() * 30_000L;
        return RunOutcome.of(id)
                .originNs(ORIGIN_NS + id.run() * 30_000_000_000L)
                .startEpochMs(start)
                .endEpochMs(start + SECONDS * 1_000L)
                .targetPerSecond(PER_SECOND)
                .achievedPerSecond(PER_SECOND - id.run() * 0.4)
                .iterations(iterations)
                .corrected(412 * id.run())
                .outliers(outliers)
                .thresholdNs(THRESHOLD_NS)
                .worstNs(worst)
                .build();
    }

    private static RunDescription description(List<RunOutcome> outcomes) {
        return new RunDescription(
                RunDescription.SCHEMA_VERSION,
                "com.acme.trading.MatchingTask",
                Map.of("rate", "50k/s", "threshold", "50us"),
                Map.of("rate", "50,000/s", "threshold", "50 µs", "duration", "20 s", "runs", "3", "arm-delay", "5 µs"),
                Map.of(
                        "jvm",
                        "OpenJDK 64-Bit Server VM 17.0.17+10",
                        "cores",
                        "2",
                        "kernel",
                        "6.1.0-42-amd64",
                        "clock source",
                        "tsc"),
                outcomes,
                new SamplerSummary(
                        SamplerMode.TRIGGERED,
                        "async-profiler 4.6 answered the test signal",
                        5_000,
                        0,
                        0,
                        3_911,
                        3_874,
                        400,
                        0,
                        2,
                        1_204_000,
                        88_000),
                RunStatus.OK,
                "",
                List.of());
    }

    /** A curve that is flat to about p99 and then climbs to the worst. */
    private static Series series(String name, RunId id, long count, long base, long worst, int wobble) {
        List<Series.Point> points = new ArrayList<>();
        for (double nines = 0; nines < Math.log10(count); nines += 0.05) {
            double climb = Math.max(0, nines - 2 - wobble * 0.06) / Math.max(0.1, Math.log10(count) - 2);
            points.add(new Series.Point(100 * (1 - Math.pow(10, -nines)), (long)
                    (base * (1 + nines * 0.04) * Math.pow((double) worst / base, climb * climb))));
        }
        points.add(new Series.Point(100, worst));
        List<Series.Interval> intervals = new ArrayList<>();
        long start = START_EPOCH_MS + (id == null ? 1 : id.run()) * 30_000L;
        Random random = new Random(name.hashCode() + wobble);
        for (int i = 0; i < 100; i++) {
            long from = start + i * SECONDS * 10L;
            intervals.add(new Series.Interval(
                    from,
                    from + SECONDS * 10L,
                    count / 100,
                    base + random.nextInt(20),
                    base * 2 + random.nextInt(600),
                    (long) (base * 3 + 40_000 * Math.pow(10, 2 * Math.pow(random.nextDouble(), 4)))));
        }
        return new Series(name, id, count, base / 2, worst, base * 1.07, points, intervals);
    }

    private static Conclusions conclusions(Diagnosis diagnosis) {
        return Conclusions.of(diagnosis, List.of(), List.of(), 0, LatencyCounts.NONE);
    }

    private static Coverage.Kind all(long outliers) {
        return new Coverage.Kind(outliers, outliers);
    }

    private static Coverage.Kind none(long outliers) {
        return new Coverage.Kind(outliers, 0);
    }
}
