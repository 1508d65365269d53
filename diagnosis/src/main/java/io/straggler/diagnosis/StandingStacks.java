package io.straggler.diagnosis;

import io.straggler.diagnosis.budget.StackSpan;
import io.straggler.diagnosis.stacks.CaptureTimes;
import io.straggler.model.Capture;
import io.straggler.model.Iteration;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

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

    /** What the stacks of one thread stand for. */
    List<StackSpan> spans(long osThreadId, Iteration iteration) {
        return StackSpan.of(samples, askedNs, untilNs, osThreadId, iteration.startNs(), iteration.endNs());
    }

    void standFor(int index, long timeNs) {
        ns[index] = timeNs;
    }

    /**
     * Leaves out all other stacks. An iteration that is one of thousands in flight has the stacks of whatever its threads did for the others
     * meanwhile.
     *
     * @param spans of the stacks to keep, in any order; none is empty
     * @return the same spans, by the new indices of their stacks
     */
    List<StackSpan> keep(List<StackSpan> spans) {
        List<StackSpan> ordered = new ArrayList<>(spans);
        ordered.sort(Comparator.comparingInt(StackSpan::index));
        List<StackSpan> kept = new ArrayList<>(ordered.size());
        List<StackSample> keptSamples = new ArrayList<>(ordered.size());
        List<Long> keptAskedNs = new ArrayList<>(ordered.size());
        List<Long> keptUntilNs = new ArrayList<>(ordered.size());
        Long[] keptNs = new Long[ordered.size()];
        for (StackSpan span : ordered) {
            int index = span.index();
            keptNs[kept.size()] = ns[index];
            kept.add(new StackSpan(kept.size(), span.askedNs(), span.timeNs(), span.stood()));
            keptSamples.add(samples.get(index));
            keptAskedNs.add(askedNs.get(index));
            // The stack behind it may be gone, before which it ceased to stand.
            keptUntilNs.add(
                    Math.min(untilNs.get(index), span.stood().toNs(span.stood().count() - 1)));
        }
        samples = keptSamples;
        askedNs = keptAskedNs;
        untilNs = keptUntilNs;
        ns = keptNs;
        return kept;
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
