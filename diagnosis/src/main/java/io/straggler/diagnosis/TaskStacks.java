package io.straggler.diagnosis;

import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Stacks as the task's author wants to see them: the pacing thread's without the harness's frames below the task, and none of
 * them while it waited for the next intended start.
 */
final class TaskStacks {
    private static final String PACER = "io.straggler.harness.Pacer.";
    private static final String SEQUENTIAL_STEP = PACER + "syncStep";
    private static final Set<String> STEPS = Set.of(SEQUENTIAL_STEP, PACER + "asyncStep");
    private static final Set<String> WAITS = Set.of(PACER + "awaitInstant", PACER + "awaitRoom");

    /** What lies between the harness and a task that was written for another one. */
    private static final Set<String> HOSTS = Set.of(
            "io.straggler.jlbh.Sequential.run", "io.straggler.jlbh.Overlapping.run", "io.straggler.jlbh.Started.run");

    private static final int HARDLY_EVER = 5;

    private final List<StackSample> samples = new ArrayList<>();
    private final Set<Long> pacingThreads = new HashSet<>();

    /** Those of the pacing threads that do the work themselves. */
    private final Set<Long> sequentialThreads = new HashSet<>();

    /** Recordings share equal stacks; so does what is cut from them. */
    private final Map<List<StackFrame>, List<StackFrame>> cut = new IdentityHashMap<>();

    private final Set<List<StackFrame>> sequential = Collections.newSetFromMap(new IdentityHashMap<>());

    TaskStacks(List<StackSample> recorded) {
        for (StackSample sample : recorded) {
            List<StackFrame> frames = cut.computeIfAbsent(sample.frames(), this::withoutHarness);
            if (frames != sample.frames()) {
                pacingThreads.add(sample.osThreadId());
            }
            if (sequential.contains(sample.frames())) {
                sequentialThreads.add(sample.osThreadId());
            }
            if (!frames.isEmpty()) {
                samples.add(
                        frames == sample.frames()
                                ? sample
                                : new StackSample(sample.timeNs(), sample.osThreadId(), sample.running(), frames));
            }
        }
    }

    /** The frames above the pacer's step; none while it waited; the same list for a thread that is not the pacer's. */
    private List<StackFrame> withoutHarness(List<StackFrame> frames) {
        int step = -1;
        for (int i = 0; i < frames.size(); i++) {
            String name = frames.get(i).name();
            if (SEQUENTIAL_STEP.equals(name)) {
                sequential.add(frames);
            }
            if (WAITS.contains(name)) {
                return List.of();
            }
            if (STEPS.contains(name)) {
                step = i;
            }
        }
        if (step < 0) {
            return frames;
        }
        int last = frames.size() - 1;
        while (step + 1 < last && HOSTS.contains(frames.get(step + 1).name())) {
            step++;
        }
        // A stack that ends in the step itself is the harness's own work, and said to be.
        return List.copyOf(frames.subList(step == last ? step : step + 1, frames.size()));
    }

    List<StackSample> samples() {
        return samples;
    }

    /**
     * Of stacks of all watched threads those that show the work: the pacing thread's if it does the work, which it does not when
     * it only hands over to others and is hardly ever seen in the task.
     */
    List<StackSample> ofTheWork(List<StackSample> all) {
        List<StackSample> pacing = all.stream()
                .filter(sample -> pacingThreads.contains(sample.osThreadId()))
                .toList();
        return HARDLY_EVER * pacing.size() < all.size() ? all : pacing;
    }

    /**
     * The thread that an iteration's time is the time of, whoever else has stacks: the pacing thread, if it does the work itself.
     *
     * @param known on which threads something is known to have happened during the iteration; asked if several pacing threads work
     */
    Optional<Long> sequentialOwner(Supplier<Set<Long>> known) {
        Set<Long> owners = sequentialThreads;
        if (owners.size() > 1) {
            owners = new HashSet<>(owners);
            owners.retainAll(known.get());
        }
        return owners.size() == 1 ? Optional.of(owners.iterator().next()) : Optional.empty();
    }

    /**
     * Without a sequential owner, the threads whose stacks stand for an iteration's time: the pacing thread if it was inside the task;
     * otherwise all that were captured, because any of them may hold the work.
     */
    Set<Long> owners(List<StackSample> stacks) {
        if (stacks.isEmpty()) {
            return Set.of();
        }
        Set<Long> threads = new HashSet<>();
        for (StackSample sample : stacks) {
            threads.add(sample.osThreadId());
        }
        for (Long thread : threads) {
            if (pacingThreads.contains(thread)) {
                return Set.of(thread);
            }
        }
        return threads;
    }
}
