package io.straggler.flamegraph.report;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.Coverage;
import io.straggler.diagnosis.Diagnosis;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.model.BusyPeriod;
import io.straggler.model.Evidence;
import io.straggler.model.FrameKind;
import io.straggler.model.Iteration;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;

/** A run in which stalls of several causes made others queue up behind them, so that everything can be concluded. */
final class QueuedRun {
    private static final RunId RUN = new RunId(0, 1);
    private static final long INTERVAL_NS = 20_000;
    private static final long NORMAL_NS = 700;
    private static final long THRESHOLD_NS = 50_000;
    private static final int THREAD = 4242;
    private static final int OTHER_THREAD = 4243;
    private static final String OTHER_NAME = "gateway-2";
    private static final int STALLS = 160;
    private static final long ITERATIONS = 1_000_000;

    private final Random random = new Random(5);
    private final long originNs;
    private final List<BusyPeriod> periods = new ArrayList<>();
    private final List<DiagnosedOutlier> outliers = new ArrayList<>();
    private final List<WeightedStack> stacks = new ArrayList<>();
    private final TreeMap<Long, Long> latencies = new TreeMap<>();

    private QueuedRun(long originNs) {
        this.originNs = originNs;
    }

    /** Conclusions about a run that began at {@code outcome}'s origin. */
    static Conclusions of(RunOutcome outcome) {
        QueuedRun run = new QueuedRun(outcome.originNs());
        for (int stall = 0; stall < STALLS; stall++) {
            run.addPeriod(stall);
        }
        return run.conclusions(outcome);
    }

    /** Of a run with one stall of 5 ms, and in the queue behind it every tenth iteration is a little slow too. */
    static Conclusions ofSlowOnesBehindAStall(RunOutcome outcome) {
        QueuedRun run = new QueuedRun(outcome.originNs());
        run.addPeriod(0, outcome.originNs(), i -> i == 0 ? 5_000_000 : i % 10 == 0 ? THRESHOLD_NS : NORMAL_NS);
        return run.conclusions(outcome);
    }

    private Conclusions conclusions(RunOutcome outcome) {
        long queued = latencies.values().stream().mapToLong(Long::longValue).sum();
        latencies.merge(NORMAL_NS, ITERATIONS - queued, Long::sum);
        long[] values = latencies.keySet().stream().mapToLong(Long::longValue).toArray();
        long[] counts = latencies.values().stream().mapToLong(Long::longValue).toArray();
        long serviceNs = outliers.stream()
                .mapToLong(one -> one.outlier().iteration().serviceNs())
                .sum();
        long withStack =
                outliers.stream().filter(one -> !one.stacks().isEmpty()).count();
        Diagnosis diagnosis = new Diagnosis(
                outliers,
                new Coverage(
                        outliers.size(),
                        60_000,
                        new Coverage.Kind(STALLS, withStack),
                        new Coverage.Kind(0, 0),
                        new Coverage.Kind(0, 0),
                        withStack,
                        0,
                        6_000,
                        serviceNs,
                        serviceNs / 2,
                        3),
                stacks,
                List.of(),
                Map.of((long) THREAD, "gateway-1", (long) OTHER_THREAD, OTHER_NAME));
        return Conclusions.of(diagnosis, periods, List.of(outcome), NORMAL_NS, new LatencyCounts(values, counts));
    }

    private void addPeriod(int stall) {
        long intendedNs = originNs + 100_000_000L * stall + INTERVAL_NS * random.nextInt(1_000);
        long serviceNs = (long) (60_000 * Math.pow(10, 1.9 * Math.pow(random.nextDouble(), 2)));
        addPeriod(stall, intendedNs, i -> i == 0 ? serviceNs : NORMAL_NS + random.nextInt(200));
    }

    /** @param serviceNs of each iteration, by its number in the period */
    private void addPeriod(int stall, long firstNs, IntToLongFunction serviceNs) {
        long intendedNs = firstNs;
        List<Iteration> iterations = new ArrayList<>();
        long freeNs = intendedNs;
        while (iterations.isEmpty() || freeNs > intendedNs) {
            long startNs = Math.max(freeNs, intendedNs);
            long ownNs = serviceNs.applyAsLong(iterations.size());
            Iteration iteration = new Iteration(RUN, intendedNs, startNs, startNs + ownNs, startNs - intendedNs, 0);
            iterations.add(iteration);
            latencies.merge(iteration.latencyNs(), 1L, Long::sum);
            if (iteration.latencyNs() >= THRESHOLD_NS) {
                outliers.add(iterations.size() == 1 ? culprit(iteration, stall) : victim(iteration));
            }
            freeNs = startNs + ownNs;
            intendedNs += INTERVAL_NS;
        }
        periods.add(new BusyPeriod(iterations, 0));
    }

    private static DiagnosedOutlier victim(Iteration iteration) {
        return withoutStacks(iteration, List.of(), List.of());
    }

    private static DiagnosedOutlier withoutStacks(
            Iteration iteration, List<Evidence> evidence, List<ThreadUsage> usage) {
        return new DiagnosedOutlier(
                new Outlier(iteration, THRESHOLD_NS, List.of()),
                List.of(),
                List.of(),
                List.of(),
                iteration.serviceNs(),
                evidence,
                usage);
    }

    private DiagnosedOutlier culprit(Iteration iteration, int stall) {
        long startNs = iteration.startNs();
        long endNs = iteration.endNs();
        return switch (stall % 6) {
            case 0, 5 ->
                explained(
                        iteration,
                        new Evidence(
                                Evidence.Kind.GC_PAUSE,
                                startNs + 1_000,
                                endNs - 2_000,
                                Evidence.ANY_THREAD,
                                "G1 Evacuation Pause"));
            case 1 ->
                explained(
                        iteration,
                        new Evidence(
                                Evidence.Kind.MONITOR_ENTER,
                                startNs + 2_000,
                                endNs - 1_000,
                                THREAD,
                                "com.acme.audit.Journal"));
            case 2 ->
                seen(
                        iteration,
                        stall % 4 == 0 ? OTHER_THREAD : THREAD,
                        "com.acme.book.PriceLevels." + (random.nextBoolean() ? "resize" : "compact"));
            case 3 ->
                explained(
                        iteration,
                        new Evidence(Evidence.Kind.FILE_IO, startNs + 500, endNs - 500, THREAD, "/var/log/orders.log"));
            default -> withUsage(iteration);
        };
    }

    private static DiagnosedOutlier explained(Iteration iteration, Evidence evidence) {
        return withoutStacks(iteration, List.of(evidence), List.of());
    }

    private DiagnosedOutlier seen(Iteration iteration, int thread, String method) {
        List<StackFrame> frames = List.of(
                new StackFrame("com.acme.trading.MatchingTask.run", FrameKind.COMPILED),
                new StackFrame(method, FrameKind.COMPILED),
                new StackFrame("java.util.Arrays.copyOf", FrameKind.INLINED));
        long seenNs = iteration.serviceNs() - 6_000;
        stacks.add(new WeightedStack(thread == THREAD ? frames : named(frames), seenNs, 1));
        stacks.add(new WeightedStack(List.of(new StackFrame("[before the first stack]", FrameKind.UNSEEN)), 6_000, 0));
        return new DiagnosedOutlier(
                new Outlier(iteration, THRESHOLD_NS, List.of()),
                List.of(new StackSample(iteration.startNs() + 6_000, thread, true, frames)),
                List.of(iteration.startNs() + 6_000),
                List.of(seenNs),
                6_000,
                List.of(),
                List.of());
    }

    /** As the stacks of several threads that share the time are. */
    private static List<StackFrame> named(List<StackFrame> frames) {
        List<StackFrame> named =
                new ArrayList<>(List.of(new StackFrame("[thread " + OTHER_NAME + "]", FrameKind.UNSEEN)));
        named.addAll(frames);
        return named;
    }

    private static DiagnosedOutlier withUsage(Iteration iteration) {
        ThreadUsage usage = ThreadUsage.of(iteration.intendedNs(), THREAD)
                .between(iteration.startNs() - 900, iteration.endNs() + 900)
                .runDelayNs(iteration.serviceNs() * 9 / 10)
                .cpuNs(iteration.serviceNs() / 10)
                .involuntarySwitches(1)
                .build();
        return withoutStacks(iteration, List.of(), List.of(usage));
    }
}
