package io.straggler.diagnosis;

import io.straggler.model.Evidence;
import io.straggler.model.Outlier;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadAccounting;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An outlier with everything that was recorded about it.
 *
 * @param outlier its times and parts
 * @param stacks taken between its start and its end, in order of time
 * @param askedNs when each of {@code stacks} was asked for, index by index; its own time where nobody knows. What lies between
 *     was spent where the stack shows, or not running at all: a thread answers as soon as it runs
 * @param stacksNs the time that each of {@code stacks} stands for, index by index
 * @param unseenNs the part of its service time that no stack stands for
 * @param evidence what the JVM reported while it was late, in order of time
 * @param accounting what the operating system charged to its threads
 * @param owners the threads that its time was spent on; empty if that is not known
 */
public record DiagnosedOutlier(
        Outlier outlier,
        List<StackSample> stacks,
        List<Long> askedNs,
        List<Long> stacksNs,
        long unseenNs,
        List<Evidence> evidence,
        List<ThreadAccounting> accounting,
        Set<Long> owners) {
    public DiagnosedOutlier {
        stacks = List.copyOf(stacks);
        askedNs = List.copyOf(askedNs);
        stacksNs = List.copyOf(stacksNs);
        evidence = List.copyOf(evidence);
        accounting = List.copyOf(accounting);
        owners = Set.copyOf(owners);
    }

    /**
     * With the owners that its records tell: those whose stacks stand for the time; without stacks, those that the operating system's
     * account is of; without any, the only one that something is known to have happened on.
     */
    public DiagnosedOutlier(
            Outlier outlier,
            List<StackSample> stacks,
            List<Long> askedNs,
            List<Long> stacksNs,
            long unseenNs,
            List<Evidence> evidence,
            List<ThreadAccounting> accounting) {
        this(
                outlier,
                stacks,
                askedNs,
                stacksNs,
                unseenNs,
                evidence,
                accounting,
                owners(stacks, stacksNs, evidence, accounting));
    }

    private static Set<Long> owners(
            List<StackSample> stacks, List<Long> stacksNs, List<Evidence> evidence, List<ThreadAccounting> accounting) {
        Set<Long> threads = new HashSet<>();
        for (int i = 0; i < stacks.size(); i++) {
            if (stacksNs.get(i) > 0) {
                threads.add(stacks.get(i).osThreadId());
            }
        }
        if (threads.isEmpty()) {
            for (ThreadAccounting one : accounting) {
                threads.add(one.osThreadId());
            }
        }
        if (threads.isEmpty()) {
            for (Evidence one : evidence) {
                threads.add(one.osThreadId());
            }
            threads.remove(Evidence.ANY_THREAD);
            return threads.size() == 1 ? threads : Set.of();
        }
        return threads;
    }
}
