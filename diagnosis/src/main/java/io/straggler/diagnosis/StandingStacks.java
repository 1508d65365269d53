package io.straggler.diagnosis;

import io.straggler.diagnosis.budget.IterationPath;
import io.straggler.diagnosis.budget.StackSpan;
import io.straggler.diagnosis.stacks.CaptureTimes;
import io.straggler.model.Capture;
import io.straggler.model.Iteration;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The stacks of one outlier, with the time that each stands for. For one thread. */
final class StandingStacks {
    private List<StackSample> samples;
    private List<Long> askedNs;
    private List<Long> untilNs;
    private Long[] ns;

    /**
     * Stacks that stand for no time yet.
     *
     * @param stacks in any order
     * @param captures of the outlier
     */
    StandingStacks(List<StackSample> stacks, List<Capture> captures, Iteration iteration) {
        samples = new ArrayList<>(stacks);
        samples.sort(Comparator.comparingLong(StackSample::sinceNs));
        CaptureTimes times = CaptureTimes.of(samples, captures, iteration.endNs());
        askedNs = times.askedNs();
        untilNs = times.untilNs();
        ns = new Long[samples.size()];
        Arrays.fill(ns, 0L);
    }

    /** Spans of time that the stacks of one thread stand for. */
    List<StackSpan> spans(long osThreadId, Iteration iteration) {
        return StackSpan.of(samples, askedNs, untilNs, osThreadId, iteration.startNs(), iteration.endNs());
    }

    void standFor(int index, long timeNs) {
        ns[index] = timeNs;
    }

    /**
     * Leaves out stacks that were taken off the iteration's path and stand for none of its time, except those that end
     * the time of one on it. An iteration that is one of thousands in flight has stacks of everything that its threads
     * did for others meanwhile.
     *
     * @param spans of the stacks that stand for time
     * @return the same spans, by the new indices of their stacks
     */
    List<StackSpan> keep(List<StackSpan> spans, IterationPath path) {
        int[] newIndexes = new int[samples.size()];
        List<Integer> kept = new ArrayList<>();
        Set<Long> endAfterNext = new HashSet<>();
        for (int i = 0; i < samples.size(); i++) {
            StackSample stack = samples.get(i);
            boolean onPath = ns[i] > 0 || path.holds(stack);
            if (onPath || endAfterNext.contains(stack.osThreadId())) {
                newIndexes[i] = kept.size();
                kept.add(i);
            }
            if (onPath) {
                endAfterNext.add(stack.osThreadId());
            } else if (!stack.ofInterval()) {
                endAfterNext.remove(stack.osThreadId());
            }
        }
        samples = chosen(samples, kept);
        askedNs = chosen(askedNs, kept);
        untilNs = chosen(untilNs, kept);
        Long[] all = ns;
        ns = kept.stream().map(i -> all[i]).toArray(Long[]::new);
        return spans.stream()
                .map(span -> new StackSpan(newIndexes[span.index()], span.askedNs(), span.timeNs(), span.stood()))
                .toList();
    }

    private static <T> List<T> chosen(List<T> all, List<Integer> indexes) {
        return indexes.stream().map(all::get).collect(Collectors.toCollection(ArrayList::new));
    }

    /** Replaces all stacks by as many others, in the same order. */
    void replaceAll(UnaryOperator<List<StackSample>> operator) {
        samples = new ArrayList<>(operator.apply(samples));
    }

    void replaceEach(UnaryOperator<StackSample> operator) {
        samples.replaceAll(operator);
    }

    StackSample sample(int index) {
        return samples.get(index);
    }

    List<StackSample> samples() {
        return samples;
    }

    List<Long> askedNs() {
        return askedNs;
    }

    List<Long> untilNs() {
        return untilNs;
    }

    List<Long> ns() {
        return Arrays.asList(ns);
    }
}
