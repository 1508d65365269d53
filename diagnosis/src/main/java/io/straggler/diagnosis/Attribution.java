package io.straggler.diagnosis;

import io.straggler.model.Beside;
import io.straggler.model.Capture;
import io.straggler.model.Evidence;
import io.straggler.model.FrameKind;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RecordedRun;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadAccounting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Gives every outlier what was recorded about it: the stacks taken while it ran, the evidence while it was late, and what the
 * operating system charged to it.
 *
 * <p>What a stack stands for is said in {@link StackStretch}. What lies before the first was not seen and is not spread over what
 * was. So the weights and the unseen time add up to the service time, to the nanosecond.
 *
 * <p>Of several watched threads, those that the time is of are found by {@link TaskStacks#sequentialOwner} and {@link
 * TaskStacks#owners}; the others' stacks are kept beside them and stand for none.
 *
 * <p>Iterations of a sequential task do not overlap. Those of an asynchronous task may; a stack then counts for each of them.
 */
public final class Attribution {
    private final RecordedRun run;
    private final List<Outlier> outliers;
    private final Beside<List<List<Evidence>>> overlaps;
    private final TaskStacks taskStacks;
    private final SampleTimes samples;
    private final Map<Long, String> threadNames = new HashMap<>();

    /** By tag. */
    private final Map<Long, List<Capture>> lateCaptures = new HashMap<>();

    private final StackSums outlierStacks = new StackSums();
    private final List<DiagnosedOutlier> diagnosed = new ArrayList<>();
    private final List<Long> firstSeenNs = new ArrayList<>();
    private long unseenNs;

    private Attribution(RecordedRun run) {
        this.run = run;
        this.outliers = new ArrayList<>(run.outliers());
        outliers.sort(Comparator.comparingLong(
                        (Outlier outlier) -> outlier.iteration().intendedNs())
                .thenComparing(outlier -> outlier.iteration().runId()));
        this.overlaps = Beside.start(() -> EvidenceOverlaps.of(run, outliers));
        this.taskStacks = new TaskStacks(run.samples());
        this.samples = new SampleTimes(taskStacks.samples());
        for (Capture capture : run.captures()) {
            if (capture.purpose() == Capture.Purpose.LATE) {
                lateCaptures
                        .computeIfAbsent(capture.intendedNs(), tag -> new ArrayList<>(4))
                        .add(capture);
            }
        }
        run.threads().forEach(thread -> threadNames.put(thread.osThreadId(), thread.name()));
    }

    /** Attributes what a recording holds to its outliers. Changes nothing in the recording. */
    public static Diagnosis of(RecordedRun run) {
        return new Attribution(run).attribute();
    }

    private Diagnosis attribute() {
        Accountings accounting = new Accountings(run.accounting());
        List<List<Evidence>> evidence = overlaps.result();
        for (int i = 0; i < outliers.size(); i++) {
            Outlier outlier = outliers.get(i);
            diagnose(outlier, evidence.get(i), accounting.of(outlier.iteration()));
        }
        List<StackSample> normal = taskStacks.ofTheWork(samples.ofBaseline(run.captures()));
        StackSums normalStacks = new StackSums();
        normal.forEach(sample -> normalStacks.add(sample.frames(), 1));
        return new Diagnosis(
                diagnosed,
                coverage(normal.size()),
                outlierStacks.heaviestFirst(),
                normalStacks.heaviestFirst(),
                threadNames);
    }

    private void diagnose(Outlier outlier, List<Evidence> evidence, List<ThreadAccounting> accounting) {
        Iteration iteration = outlier.iteration();
        List<StackSample> stacks = samples.within(iteration.startNs(), iteration.endNs());
        Optional<Long> sequential = taskStacks.sequentialOwner(() -> threads(stacks, evidence, accounting));
        Set<Long> owners = sequential.map(Set::of).orElseGet(() -> taskStacks.owners(stacks));
        List<Long> askedNs = asked(stacks, lateCaptures.getOrDefault(iteration.intendedNs(), List.of()));
        List<Long> stacksNs = weights(stacks, askedNs, owners, iteration);
        long unseen = iteration.serviceNs();
        boolean seen = false;
        for (int i = 0; i < stacks.size(); i++) {
            unseen -= stacksNs.get(i);
            if (owners.contains(stacks.get(i).osThreadId())) {
                outlierStacks.add(named(stacks.get(i), owners), stacksNs.get(i));
                if (!seen) {
                    firstSeenNs.add(stacks.get(i).timeNs() - iteration.startNs());
                    seen = true;
                }
            }
        }
        if (unseen > 0) {
            outlierStacks.addUnseen(seen ? StackSums.BEFORE_FIRST_STACK : StackSums.NO_STACK, unseen);
        }
        unseenNs += unseen;
        diagnosed.add(
                sequential.isPresent()
                        ? new DiagnosedOutlier(outlier, stacks, askedNs, stacksNs, unseen, evidence, accounting, owners)
                        : new DiagnosedOutlier(outlier, stacks, askedNs, stacksNs, unseen, evidence, accounting));
    }

    private static Set<Long> threads(
            List<StackSample> stacks, List<Evidence> evidence, List<ThreadAccounting> accounting) {
        Set<Long> threads = new HashSet<>();
        stacks.forEach(stack -> threads.add(stack.osThreadId()));
        evidence.forEach(one -> threads.add(one.osThreadId()));
        accounting.forEach(one -> threads.add(one.osThreadId()));
        return threads;
    }

    /** The stack, below its thread's name where several threads share the time. */
    private List<StackFrame> named(StackSample sample, Set<Long> owners) {
        if (owners.size() == 1) {
            return sample.frames();
        }
        String name = threadNames.getOrDefault(sample.osThreadId(), Long.toString(sample.osThreadId()));
        List<StackFrame> frames = new ArrayList<>(sample.frames().size() + 1);
        frames.add(new StackFrame(WeightedStack.THREAD + name + "]", FrameKind.UNSEEN));
        frames.addAll(sample.frames());
        return frames;
    }

    /** When each stack was asked for: the first request to its thread since the stack before, or its own time if there is none. */
    private static List<Long> asked(List<StackSample> stacks, List<Capture> captures) {
        if (stacks.isEmpty()) {
            return List.of();
        }
        Map<Long, Long> previousNs = new HashMap<>();
        List<Long> asked = new ArrayList<>(stacks.size());
        for (StackSample stack : stacks) {
            Long previous = previousNs.put(stack.osThreadId(), stack.timeNs());
            long firstNs = Long.MAX_VALUE;
            for (Capture capture : captures) {
                long sentNs = capture.sentNs();
                if (capture.osThreadId() == stack.osThreadId()
                        && sentNs <= stack.timeNs()
                        && (previous == null || sentNs > previous)) {
                    firstNs = Math.min(firstNs, sentNs);
                }
            }
            asked.add(firstNs == Long.MAX_VALUE ? stack.timeNs() : firstNs);
        }
        return asked;
    }

    /** The time that each stack stands for; nothing for a thread that does not own the time. Several owners share it equally. */
    private static List<Long> weights(
            List<StackSample> stacks, List<Long> askedNs, Set<Long> owners, Iteration iteration) {
        if (stacks.isEmpty()) {
            return List.of();
        }
        Long[] weights = new Long[stacks.size()];
        Arrays.fill(weights, 0L);
        for (long owner : owners) {
            for (StackStretch stretch :
                    StackStretch.of(stacks, askedNs, owner, iteration.startNs(), iteration.endNs())) {
                weights[stretch.index()] = stretch.lengthNs() / owners.size();
            }
        }
        return List.of(weights);
    }

    private Coverage coverage(long normal) {
        long serviceNs = outliers.stream()
                .mapToLong(outlier -> outlier.iteration().serviceNs())
                .sum();
        long ranLong = run.sampler() == null
                ? 0
                : outliers.stream()
                        .filter(outlier ->
                                outlier.iteration().serviceNs() > run.sampler().armDelayNs())
                        .count();
        firstSeenNs.sort(Comparator.naturalOrder());
        return new Coverage(
                outliers.size(),
                ranLong,
                firstSeenNs.size(),
                firstSeenNs.isEmpty() ? 0 : firstSeenNs.get(firstSeenNs.size() / 2),
                serviceNs,
                serviceNs - unseenNs,
                samples.outsideOutliers() - normal);
    }
}
