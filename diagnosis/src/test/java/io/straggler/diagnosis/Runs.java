package io.straggler.diagnosis;

import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.IterationPath;
import io.straggler.diagnosis.budget.IterationPath.Segment;
import io.straggler.model.Capture;
import io.straggler.model.CoreUse;
import io.straggler.model.Evidence;
import io.straggler.model.FrameKind;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.Place;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunId;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadRole;
import io.straggler.model.ThreadUsage;
import io.straggler.model.WatchedThread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Hand-made recordings for the tests. */
public final class Runs {
    public static final long THREAD = 7;
    /** What the harness's own frames begin with. */
    public static final String PACER = "io.straggler.harness.Pacer.";

    static final long ARM_DELAY_NS = 10;

    public final List<Outlier> outliers = new ArrayList<>();
    final List<Capture> captures = new ArrayList<>();
    public final List<ThreadUsage> usage = new ArrayList<>();
    public final List<StackSample> samples = new ArrayList<>();
    public final List<Evidence> evidence = new ArrayList<>();

    /** Of {@link #THREAD}; the other is a helper. */
    public ThreadRole role = ThreadRole.SEQUENTIAL;

    /** The pacing thread of another process, when it is not zero. */
    public long alsoSequential;

    final List<CoreUse> coreUse = new ArrayList<>();
    final Map<String, String> environment = new HashMap<>();

    SamplerSummary sampler = SamplerSummary.of(SamplerMode.TRIGGERED, "")
            .armDelayNs(ARM_DELAY_NS)
            .build();

    public RecordedRun run() {
        List<WatchedThread> threads = new ArrayList<>(List.of(
                new WatchedThread("pacing", 1, THREAD, role),
                new WatchedThread("worker", 2, THREAD + 1, ThreadRole.HELPER)));
        if (alsoSequential != 0) {
            threads.add(new WatchedThread("pacing", 1, alsoSequential, ThreadRole.SEQUENTIAL));
        }
        return RecordedRun.builder()
                .task("task")
                .environment(environment)
                .threads(threads)
                .outliers(outliers)
                .captures(captures)
                .usage(usage)
                .coreUse(coreUse)
                .samples(samples)
                .evidence(evidence)
                .sampler(sampler)
                .build();
    }

    Outlier outlier(long intendedNs, long startNs, long endNs) {
        Outlier outlier = new Outlier(
                new Iteration(new RunId(0, 1), intendedNs, startNs, endNs, 0, startNs - intendedNs), 1, List.of());
        outliers.add(outlier);
        return outlier;
    }

    /** An outlier of which nothing is known but its path; no segments for none. */
    static DiagnosedOutlier onPath(Iteration iteration, long thresholdNs, Segment... segments) {
        return new DiagnosedOutlier(
                new Outlier(iteration, thresholdNs, List.of(), Evidence.ANY_THREAD, ""),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                iteration.serviceNs(),
                List.of(),
                List.of(),
                List.of(),
                0,
                Set.of(),
                segments.length == 0 ? Optional.empty() : Optional.of(new IterationPath(List.of(segments))),
                0);
    }

    public StackSample sample(long timeNs, String... frames) {
        return sampleOn(THREAD, timeNs, frames);
    }

    public StackSample sampleOn(long thread, long timeNs, String... frames) {
        StackSample sample = new StackSample(timeNs, thread, true, stack(frames));
        samples.add(sample);
        return sample;
    }

    /** A stack that the JVM recorded with an event. */
    public StackSample eventStack(long sinceNs, long untilNs, String... frames) {
        StackSample stack = new StackSample(sinceNs, untilNs, THREAD, false, stack(frames));
        samples.add(stack);
        return stack;
    }

    public Evidence evidence(long startNs, long endNs, long thread) {
        Evidence one = new Evidence(
                thread == Evidence.ANY_THREAD ? Evidence.Kind.GC_PAUSE : Evidence.Kind.PARK,
                startNs,
                endNs,
                thread,
                Place.of("#" + evidence.size()));
        evidence.add(one);
        return one;
    }

    void normalSample(long sentNs) {
        captures.add(new Capture(Capture.Purpose.NORMAL, sentNs - 1, THREAD, sentNs, sentNs));
    }

    void late(long sentNs) {
        captures.add(new Capture(Capture.Purpose.LATE, sentNs - 1, THREAD, sentNs, sentNs));
    }

    public static List<StackFrame> stack(String... frames) {
        return List.of(frames).stream()
                .map(frame -> new StackFrame(frame, FrameKind.COMPILED))
                .toList();
    }

    /** The root that tells the stacks of several owners apart. */
    static StackFrame thread(String name) {
        return new StackFrame("[thread " + name + "]", FrameKind.UNSEEN);
    }

    static List<StackFrame> unseen(String name) {
        return List.of(new StackFrame(name, FrameKind.UNSEEN));
    }
}
