package io.straggler.flamegraph;

import io.straggler.diagnosis.Conclusions;
import io.straggler.model.Evidence;
import io.straggler.model.FrameKind;
import io.straggler.model.Iteration;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Outlier;
import io.straggler.model.ProbeValue;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunDescription;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerSummary;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Two runs of an asynchronous task, drawn by a seed: outliers, stacks of two threads and events that overlap in every way. */
public final class RandomRun {
    /** One of the threads, and a name that would break out of a page. */
    public static final String THREAD_NAME = "pipeline \"1\"</script>";

    private static final List<Long> THREADS = List.of(71L, 72L);
    private static final long SPAN_NS = 4_000_000;
    private static final int OUTLIERS = 24;

    private final Random random;
    private final List<Outlier> outliers = new ArrayList<>();
    private final List<StackSample> samples = new ArrayList<>();
    private final List<Evidence> evidence = new ArrayList<>();

    private RandomRun(long seed) {
        random = new Random(seed);
    }

    /** How the runs were described. */
    public static RunDescription description() {
        return new RunDescription(
                RunDescription.SCHEMA_VERSION,
                "com.acme.Task",
                Map.of(),
                Map.of(),
                Map.of(),
                List.of(outcome(1, 1_000_000_000L, 1_795_000_000_000L), outcome(2, 9_000_000_000L, 1_795_000_008_000L)),
                SamplerSummary.off("drawn"),
                RunStatus.OK,
                "",
                List.of());
    }

    private static RunOutcome outcome(int run, long originNs, long startEpochMs) {
        return RunOutcome.of(new RunId(0, run))
                .originNs(originNs)
                .startEpochMs(startEpochMs)
                .endEpochMs(startEpochMs + 4)
                .targetPerSecond(1_000)
                .achievedPerSecond(1_000)
                .iterations(4_000)
                .outliers(OUTLIERS)
                .thresholdNs(10_000)
                .worstNs(1_000_000)
                .build();
    }

    /** What the analysis makes of them. */
    public static Conclusions of(long seed) {
        RandomRun drawn = new RandomRun(seed);
        List<RunOutcome> runs = description().runs();
        runs.forEach(run -> drawn.draw(run.runId(), run.originNs()));
        drawn.samples.sort(Comparator.comparingLong(StackSample::timeNs));
        drawn.evidence.sort(Comparator.comparingLong(Evidence::startNs));
        RecordedRun recorded = RecordedRun.builder()
                .task("com.acme.Task")
                .runs(runs)
                .threads(List.of(
                        new WatchedThread(THREAD_NAME, 1, THREADS.get(0), ThreadRole.DISPATCHER),
                        new WatchedThread("pipeline 2", 2, THREADS.get(1), ThreadRole.HELPER)))
                .outliers(drawn.outliers)
                .samples(drawn.samples)
                .evidence(drawn.evidence)
                .build();
        return Conclusions.of(recorded, 1_000, new LatencyCounts(new long[0], new long[0]));
    }

    private void draw(RunId run, long originNs) {
        for (int i = 0; i < OUTLIERS; i++) {
            long intendedNs = originNs + upTo(SPAN_NS);
            long startNs = intendedNs + upTo(20_000);
            long endNs = startNs + 10_000 + upTo(600_000);
            List<ProbeValue> probes = i % 3 == 0 ? List.of(new ProbeValue("put", 1_000 + i)) : List.of();
            outliers.add(new Outlier(
                    new Iteration(run, intendedNs, startNs, endNs, 0, startNs - intendedNs), 10_000, probes));
        }
        for (int i = 0; i < 300; i++) {
            long timeNs = originNs + upTo(SPAN_NS);
            samples.add(new StackSample(timeNs, thread(), true, frames()));
            if (i % 5 == 0) {
                samples.add(new StackSample(timeNs, timeNs + 1 + upTo(200_000), thread(), false, frames()));
            }
            evidence.add(new Evidence(
                    Evidence.Kind.values()[i % Evidence.Kind.values().length],
                    timeNs,
                    i % 7 == 0 ? timeNs : timeNs + upTo(300_000),
                    i % 2 == 0 ? Evidence.ANY_THREAD : thread(),
                    i % 4 == 0 ? "" : "of \u00B5 and \"quotes\""));
        }
    }

    private long upTo(long ns) {
        return (long) (random.nextDouble() * ns);
    }

    private long thread() {
        return THREADS.get(random.nextInt(THREADS.size()));
    }

    private List<StackFrame> frames() {
        List<StackFrame> frames = new ArrayList<>(List.of(new StackFrame("Task.run", FrameKind.COMPILED)));
        for (int depth = random.nextInt(5); depth > 0; depth--) {
            frames.add(new StackFrame("Task.step" + random.nextInt(3), FrameKind.INTERPRETED));
        }
        return frames;
    }
}
