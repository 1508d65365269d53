package io.straggler.diagnosis.budget;

import io.straggler.model.CoreUse;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An outlier with everything that was recorded about it.
 *
 * @param outlier its times and parts
 * @param stacks of the time between its start and its end, in order of when what they show began
 * @param askedNs when each of {@code stacks} was asked for, index by index; the stack's own time if that is not known. Between the request
 *     and the stack, the thread was where the stack shows it, or did not run: a thread that runs answers at once
 * @param untilNs when each of {@code stacks} ceases to stand for what its thread did, at the latest
 * @param stacksNs the time that each of {@code stacks} stands for, index by index
 * @param unseenNs the part of its service time that no stack stands for
 * @param evidence what the JVM reported while it was late, in order of time
 * @param usage what the operating system charged to its threads
 * @param coreUse what threads of the process had of the cores around it
 * @param cores that the process may use; 0 if that is not known
 * @param owners the threads that its time was spent on; empty if that is not known
 * @param path the way of an asynchronous iteration through threads, if it is known; then {@code owners} are its threads
 * @param captureNs what taking one stack takes from a thread here
 */
public record DiagnosedOutlier(
        Outlier outlier,
        List<StackSample> stacks,
        List<Long> askedNs,
        List<Long> untilNs,
        List<Long> stacksNs,
        long unseenNs,
        List<Evidence> evidence,
        List<ThreadUsage> usage,
        List<CoreUse> coreUse,
        int cores,
        Set<Long> owners,
        Optional<IterationPath> path,
        long captureNs) {
    public DiagnosedOutlier {
        stacks = List.copyOf(stacks);
        askedNs = List.copyOf(askedNs);
        untilNs = List.copyOf(untilNs);
        stacksNs = List.copyOf(stacksNs);
        evidence = List.copyOf(evidence);
        usage = List.copyOf(usage);
        coreUse = List.copyOf(coreUse);
        owners = Set.copyOf(owners);
    }

    /** Creates an outlier with the owners that the records name, and with stacks that stand until the next one. */
    public DiagnosedOutlier(
            Outlier outlier,
            List<StackSample> stacks,
            List<Long> askedNs,
            List<Long> stacksNs,
            long unseenNs,
            List<Evidence> evidence,
            List<ThreadUsage> usage) {
        this(
                outlier,
                stacks,
                askedNs,
                Collections.nCopies(stacks.size(), outlier.iteration().endNs()),
                stacksNs,
                unseenNs,
                evidence,
                usage,
                List.of(),
                0,
                Owners.ofRecords(stacks, stacksNs, evidence, usage),
                Optional.empty(),
                0);
    }

    /** Returns the part of the time in which one thread held up the iteration, as an outlier. */
    public DiagnosedOutlier on(IterationPath.Segment segment, long dispatchNs) {
        Iteration whole = outlier.iteration();
        long thread = segment.osThreadId();
        Iteration part = new Iteration(
                whole.runId(), segment.fromNs() - dispatchNs, segment.fromNs(), segment.toNs(), 0, dispatchNs);
        List<StackSample> ownStacks = new ArrayList<>();
        List<Long> ownAskedNs = new ArrayList<>();
        List<Long> ownUntilNs = new ArrayList<>();
        for (int i = 0; i < stacks.size(); i++) {
            StackSample stack = stacks.get(i);
            if (segment.worksIn(stack)) {
                ownStacks.add(stack);
                ownAskedNs.add(askedNs.get(i));
                ownUntilNs.add(Math.min(untilNs.get(i), segment.toNs()));
            }
        }
        return new DiagnosedOutlier(
                new Outlier(part, outlier.thresholdNs(), List.of(), thread, ""),
                ownStacks,
                ownAskedNs,
                ownUntilNs,
                Collections.nCopies(ownStacks.size(), 0L),
                0,
                evidence,
                usage,
                coreUse,
                cores,
                Set.of(thread),
                Optional.empty(),
                captureNs);
    }

    /** Returns the intervals that a thread's stacks stand for. */
    public List<StackSpan> spans(long osThreadId) {
        Iteration iteration = outlier.iteration();
        return StackSpan.of(stacks, askedNs, untilNs, osThreadId, iteration.startNs(), iteration.endNs());
    }
}
