package io.straggler.flamegraph;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A stack of outliers with what is known of them, to filter by.
 *
 * @param stack with the time that it stands for
 * @param texts by key, such as the cause
 * @param numbers by key, without a unit, such as the rank
 * @param durationsNs by key, such as a probe's name
 */
record LabelledStack(
        WeightedStack stack, Map<String, String> texts, Map<String, Long> numbers, Map<String, Long> durationsNs) {
    /** Of the outliers from this rank on, equal stacks are added up. */
    static final int MOST_RANKED = 1_000;

    /** The label that names the thread, where several share the time of an outlier. */
    static final String THREAD = "thread";

    /** What is the same for stacks that are added up. */
    private record Key(
            List<StackFrame> frames,
            Map<String, String> texts,
            Map<String, Long> numbers,
            Map<String, Long> durationsNs) {}

    /** The stacks of all outliers, the worst outlier first; together they weigh what the diagnosis' own do. */
    static List<LabelledStack> of(Conclusions conclusions) {
        Map<Key, WeightedStack> sums = new LinkedHashMap<>();
        for (RankedOutlier outlier : RankedOutlier.worstFirst(conclusions)) {
            add(outlier, conclusions.diagnosis().threadNames(), sums);
        }
        List<LabelledStack> all = new ArrayList<>();
        sums.forEach((key, stack) -> all.add(new LabelledStack(stack, key.texts, key.numbers, key.durationsNs)));
        return all;
    }

    private static void add(RankedOutlier outlier, Map<Long, String> threadNames, Map<Key, WeightedStack> sums) {
        DiagnosedOutlier diagnosed = outlier.diagnosed();
        Map<String, String> texts = new TreeMap<>();
        outlier.budget()
                .largest()
                .ifPresent(part -> texts.put("cause", part.cause().label()));
        texts.put("run", diagnosed.outlier().iteration().runId().toString());
        Map<String, Long> numbers = new TreeMap<>();
        Map<String, Long> durationsNs = new TreeMap<>();
        if (outlier.rank() <= MOST_RANKED) {
            numbers.put("outlier", (long) outlier.rank());
            diagnosed.outlier().probeTotalsNs().forEach((probe, ns) -> durationsNs.put("probe " + probe, ns));
        }
        Set<Long> threads = diagnosed.owners();
        for (int i = 0; i < diagnosed.stacks().size(); i++) {
            StackSample sample = diagnosed.stacks().get(i);
            long ns = diagnosed.stacksNs().get(i);
            if (threads.contains(sample.osThreadId()) && (ns > 0 || !sample.ofInterval())) {
                Map<String, String> ofThread = new TreeMap<>(texts);
                long thread = sample.osThreadId();
                if (threads.size() > 1) {
                    ofThread.put(THREAD, threadNames.getOrDefault(thread, Long.toString(thread)));
                }
                add(new WeightedStack(sample.frames(), ns, 1), ofThread, numbers, durationsNs, sums);
            }
        }
        WeightedStack.unseen(diagnosed).ifPresent(stack -> add(stack, texts, numbers, durationsNs, sums));
    }

    private static void add(
            WeightedStack stack,
            Map<String, String> texts,
            Map<String, Long> numbers,
            Map<String, Long> durationsNs,
            Map<Key, WeightedStack> sums) {
        sums.merge(
                new Key(stack.frames(), texts, numbers, durationsNs),
                stack,
                (a, b) -> new WeightedStack(a.frames(), a.weightNs() + b.weightNs(), a.samples() + b.samples()));
    }
}
