package io.straggler.diagnosis.budget;

import io.straggler.model.Evidence;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadRole;
import io.straggler.model.ThreadUsage;
import io.straggler.model.WatchedThread;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The threads that an iteration's time was spent on.
 *
 * <p>If the pacing thread runs the task itself, the time is the pacing thread's, whatever other threads are watched. An asynchronous task
 * may run on any thread. Its time belongs to the first of these that is known: the dispatching thread, if a stack shows it inside the task;
 * all threads with stacks; the threads whose usage is known; the thread of the evidence, if all evidence is of one
 * thread.
 */
public final class Owners {
    private final Set<Long> sequential = new HashSet<>();
    private final Set<Long> dispatching = new HashSet<>();

    public Owners(List<WatchedThread> threads) {
        for (WatchedThread thread : threads) {
            if (thread.role() == ThreadRole.SEQUENTIAL) {
                sequential.add(thread.osThreadId());
            } else if (thread.role() == ThreadRole.DISPATCHER) {
                dispatching.add(thread.osThreadId());
            }
        }
    }

    public boolean isSequential(long osThreadId) {
        return sequential.contains(osThreadId);
    }

    /** Threads that run iterations one after the other. */
    public Set<Long> sequential() {
        return Collections.unmodifiableSet(sequential);
    }

    /** Whether some thread runs iterations one after the other. */
    public boolean anySequential() {
        return !sequential.isEmpty();
    }

    /** Empty if that is not known. A recording of several processes has a pacing thread of each; one of them was at work then. */
    public Set<Long> of(List<StackSample> stacks, List<Evidence> evidence, List<ThreadUsage> usage) {
        if (sequential.size() == 1) {
            return sequential;
        }
        Set<Long> captured = threads(stacks);
        if (!sequential.isEmpty()) {
            Set<Long> known = new HashSet<>(captured);
            evidence.forEach(one -> known.add(one.osThreadId()));
            usage.forEach(one -> known.add(one.osThreadId()));
            known.retainAll(sequential);
            if (known.size() == 1) {
                return known;
            }
        }
        for (Long thread : captured) {
            if (dispatching.contains(thread)) {
                return Set.of(thread);
            }
        }
        return captured.isEmpty() ? ofNoStacks(evidence, usage) : captured;
    }

    /** Returns the threads whose stacks stand for time, or else the threads that the other records name. */
    static Set<Long> ofRecords(
            List<StackSample> stacks, List<Long> stacksNs, List<Evidence> evidence, List<ThreadUsage> usage) {
        Set<Long> threads = new HashSet<>();
        for (int i = 0; i < stacks.size(); i++) {
            if (stacksNs.get(i) > 0) {
                threads.add(stacks.get(i).osThreadId());
            }
        }
        return threads.isEmpty() ? ofNoStacks(evidence, usage) : threads;
    }

    private static Set<Long> ofNoStacks(List<Evidence> evidence, List<ThreadUsage> usage) {
        Set<Long> threads = new HashSet<>();
        usage.forEach(one -> threads.add(one.osThreadId()));
        if (threads.isEmpty()) {
            evidence.forEach(one -> threads.add(one.osThreadId()));
            threads.remove(Evidence.ANY_THREAD);
            return threads.size() == 1 ? threads : Set.of();
        }
        return threads;
    }

    private static Set<Long> threads(List<StackSample> stacks) {
        Set<Long> threads = new HashSet<>();
        stacks.forEach(stack -> threads.add(stack.osThreadId()));
        return threads;
    }
}
