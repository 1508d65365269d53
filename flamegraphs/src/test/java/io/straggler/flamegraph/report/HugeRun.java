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
import io.straggler.model.RunDescription;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.Series;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** An hour that never was: stalls of several causes, each with stacks that no other has, and those that queued behind them. */
public final class HugeRun {
    private static final RunId RUN = new RunId(0, 1);
    private static final long INTERVAL_NS = 20_000;
    private static final long NORMAL_NS = 700;
    private static final long THRESHOLD_NS = 50_000;
    private static final long HOUR_NS = 3_600_000_000_000L;
    private static final long START_EPOCH_MS = 1_795_000_000_000L;
    private static final int THREAD = 4242;
    private static final int VICTIMS = 4;
    private static final int INTERVALS = 3_600;

    private final Random random = new Random(5);
    private final List<BusyPeriod> periods = new ArrayList<>();
    private final List<DiagnosedOutlier> outliers = new ArrayList<>();
    private final List<WeightedStack> stacks = new ArrayList<>();
    private final long count;
    private final long distinct;

    private HugeRun(long count, long distinct) {
        this.count = count;
        this.distinct = distinct;
    }

    /**
     * Makes one up, always the same.
     *
     * @param outliers how many
     * @param distinct how many different stacks they have in all
     */
    public static ReportData of(long outliers, long distinct) {
        return new HugeRun(outliers, distinct).data();
    }

    private ReportData data() {
        long stalls = count / (VICTIMS + 1);
        for (long stall = 0; stall < stalls; stall++) {
            period(HOUR_NS / stalls * stall, stall, (distinct * (stall + 1) / stalls) - distinct * stall / stalls);
        }
        long iterations = HOUR_NS / INTERVAL_NS;
        RunOutcome outcome = RunOutcome.of(RUN)
                .startEpochMs(START_EPOCH_MS)
                .endEpochMs(START_EPOCH_MS + HOUR_NS / 1_000_000)
                .targetPerSecond(50_000)
                .achievedPerSecond(50_000)
                .iterations(iterations)
                .outliers(outliers.size())
                .thresholdNs(THRESHOLD_NS)
                .worstNs(5_000_000)
                .build();
        RunDescription run = new RunDescription(
                RunDescription.SCHEMA_VERSION,
                "com.acme.HugeTask",
                Map.of(),
                Map.of(),
                Map.of(),
                List.of(outcome),
                new SamplerSummary(SamplerMode.TRIGGERED, "made up", 5_000, 0, 0, 1, 1, 0, 0, 0, 0, 0),
                RunStatus.OK,
                "",
                List.of());
        long serviceNs = outliers.stream()
                .mapToLong(one -> one.outlier().iteration().serviceNs())
                .sum();
        Diagnosis diagnosis = new Diagnosis(
                outliers,
                new Coverage(
                        outliers.size(),
                        60_000,
                        new Coverage.Kind(stalls, stalls),
                        new Coverage.Kind(0, 0),
                        new Coverage.Kind(0, 0),
                        stalls,
                        0,
                        6_000,
                        serviceNs,
                        serviceNs,
                        0),
                stacks,
                stacks.subList(0, Math.min(1_000, stacks.size())));
        Conclusions conclusions = Conclusions.of(diagnosis, periods, List.of(outcome), NORMAL_NS, LatencyCounts.NONE);
        return new ReportData(run, List.of(series("latency", iterations), series("service", iterations)), conclusions);
    }

    /** One stall that makes exactly {@value #VICTIMS} others outliers. */
    private void period(long sinceNs, long stall, long ownStacks) {
        long serviceNs = THRESHOLD_NS + VICTIMS * INTERVAL_NS + random.nextInt((int) INTERVAL_NS - 5_000);
        List<Iteration> iterations = new ArrayList<>();
        long freeNs = sinceNs;
        for (int i = 0; i <= VICTIMS; i++) {
            long intendedNs = sinceNs + i * INTERVAL_NS;
            long startNs = Math.max(freeNs, intendedNs);
            long ownNs = i == 0 ? serviceNs : NORMAL_NS + random.nextInt(200);
            Iteration iteration = new Iteration(RUN, intendedNs, startNs, startNs + ownNs, startNs - intendedNs, 0);
            iterations.add(iteration);
            outliers.add(i == 0 ? culprit(iteration, stall, ownStacks) : seen(iteration, List.of(), List.of()));
            freeNs = startNs + ownNs;
        }
        periods.add(new BusyPeriod(iterations, 0));
    }

    private DiagnosedOutlier culprit(Iteration iteration, long stall, long ownStacks) {
        List<StackSample> samples = new ArrayList<>();
        long gapNs = (iteration.serviceNs() - 6_000) / Math.max(1, ownStacks);
        for (int i = 0; i < ownStacks; i++) {
            List<StackFrame> frames = frames();
            samples.add(new StackSample(iteration.startNs() + 6_000 + i * gapNs, THREAD, true, frames));
            stacks.add(new WeightedStack(frames, gapNs, 1));
        }
        Evidence.Kind kind = switch ((int) (stall % 5)) {
            case 0 -> Evidence.Kind.GC_PAUSE;
            case 1 -> Evidence.Kind.MONITOR_ENTER;
            case 2 -> Evidence.Kind.FILE_IO;
            default -> null;
        };
        List<Evidence> evidence = kind == null
                ? List.of()
                : List.of(new Evidence(
                        kind,
                        iteration.startNs() + 1_000,
                        iteration.startNs() + iteration.serviceNs() / 2,
                        kind == Evidence.Kind.GC_PAUSE ? Evidence.ANY_THREAD : THREAD,
                        "com.acme.Resource" + stall % 40));
        return seen(iteration, samples, evidence);
    }

    private static DiagnosedOutlier seen(Iteration iteration, List<StackSample> samples, List<Evidence> evidence) {
        List<Long> times = samples.stream().map(StackSample::timeNs).toList();
        long gapNs = samples.isEmpty() ? 0 : (iteration.serviceNs() - 6_000) / samples.size();
        return new DiagnosedOutlier(
                new Outlier(iteration, THRESHOLD_NS, List.of()),
                samples,
                times,
                samples.stream().map(sample -> gapNs).toList(),
                iteration.serviceNs() - gapNs * samples.size(),
                evidence,
                List.of());
    }

    /** Deep, with common beginnings, as stacks are. */
    private List<StackFrame> frames() {
        List<StackFrame> frames = new ArrayList<>(List.of(frame("java.lang.Thread", "run", 0)));
        int depth = 15 + random.nextInt(35);
        for (int at = 0; at < depth; at++) {
            int choice = random.nextInt(at < 10 ? 2 : 5);
            frames.add(frame("com.acme.generated.layer" + at + ".Node" + choice, "visit", choice));
        }
        frames.add(frame("com.acme.generated.Leaf" + random.nextInt(500), "compute", random.nextInt(4)));
        return frames;
    }

    private static StackFrame frame(String type, String method, int choice) {
        return new StackFrame(type + "." + method, FrameKind.values()[1 + choice % 3]);
    }

    private static Series series(String name, long count) {
        List<Series.Point> points = new ArrayList<>();
        for (double nines = 0; nines <= 7; nines += 0.1) {
            points.add(new Series.Point(100 * (1 - Math.pow(10, -nines)), (long) (700 * Math.pow(10, nines / 2))));
        }
        List<Series.Interval> intervals = new ArrayList<>();
        for (int i = 0; i < INTERVALS; i++) {
            intervals.add(new Series.Interval(
                    START_EPOCH_MS + i * 1_000L,
                    START_EPOCH_MS + i * 1_000L + 1_000,
                    count / INTERVALS,
                    700 + i % 13,
                    1_800 + i % 700,
                    90_000 + i % 9_000));
        }
        return new Series(name, RUN, count, 300, 5_000_000, 760, points, intervals);
    }
}
