package io.straggler.diagnosis.stacks;

import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Stacks as the task's author wants to see them: the pacing thread's without the harness's frames below the task, and none of
 * them while it waited for the next intended start; a virtual thread's without what the JDK carries it by, which not every way to take a
 * stack shows.
 */
public final class TaskStacks {
    private static final String PACER = "io.straggler.harness.Pacer.";
    private static final Set<String> STEPS = Set.of(PACER + "syncStep", PACER + "asyncStep");
    private static final Set<String> WAITS = Set.of(PACER + "awaitInstant", PACER + "awaitRoom", PACER + "dueAlready");

    /** Methods between the harness and a task that was written for another harness. */
    private static final Set<String> HOSTS = Set.of(
            "io.straggler.jlbh.Sequential.run",
            "io.straggler.jlbh.Overlapping.run",
            "io.straggler.jlbh.Started.run",
            "io.straggler.jmh.BenchmarkTask.run");

    private static final String HANDLES = "java.lang.invoke.";

    /** A virtual thread's first method, and those by which it may reach the code that it was given. */
    private static final String VIRTUAL = "java.lang.VirtualThread.run";

    private static final Set<String> BINDINGS = Set.of("java.lang.VirtualThread.runWith", "java.lang.Thread.runWith");

    private final List<StackSample> samples = new ArrayList<>();
    private final List<StackSample> ofIntervals = new ArrayList<>();

    /** Recordings share equal stacks; so does what is cut from them. */
    private final Map<List<StackFrame>, List<StackFrame>> cut = new IdentityHashMap<>();

    private final BrokenWalks broken;

    public TaskStacks(List<StackSample> recorded) {
        broken = new BrokenWalks(recorded);
        for (StackSample sample : recorded) {
            List<StackFrame> sure = broken.sure(sample);
            List<StackFrame> frames = cut.computeIfAbsent(sure, TaskStacks::withoutHarness);
            if (!frames.isEmpty()) {
                (sample.ofInterval() ? ofIntervals : samples)
                        .add(frames == sample.frames() ? sample : sample.with(frames));
            }
        }
    }

    /**
     * Returns the stacks of one iteration in order of time; a stack whose walk was broken gets the callers of a whole
     * one.
     */
    public List<StackSample> completed(List<StackSample> ofIteration) {
        return broken.completed(ofIteration);
    }

    /** The frames of one stack without the harness's and the JDK's; none while the pacer waited; the same list if there is nothing to cut. */
    public static List<StackFrame> withoutHarness(List<StackFrame> frames) {
        return withoutCarrier(withoutPacer(frames));
    }

    /** The frames above the pacer's step; none while it waited; the same list for a thread that is not the pacer's. */
    private static List<StackFrame> withoutPacer(List<StackFrame> frames) {
        int step = -1;
        for (int i = 0; i < frames.size(); i++) {
            String name = frames.get(i).name();
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
        boolean hosted = false;
        while (step + 1 < last && between(frames.get(step + 1).name(), hosted)) {
            hosted = true;
            step++;
        }
        // A stack that ends in the step itself is the harness's own work, and said to be.
        return List.copyOf(frames.subList(step == last ? step : step + 1, frames.size()));
    }

    /**
     * Returns the frames above the first ones of a virtual thread; the same list for other threads, and for one that
     * runs no code of the program.
     */
    private static List<StackFrame> withoutCarrier(List<StackFrame> frames) {
        int from = 0;
        for (int i = 0; i < frames.size(); i++) {
            if (frames.get(i).name().equals(VIRTUAL)) {
                from = i + 1;
            }
        }
        while (from > 0
                && from < frames.size()
                && BINDINGS.contains(frames.get(from).name())) {
            from++;
        }
        return from == 0 || from == frames.size() ? frames : List.copyOf(frames.subList(from, frames.size()));
    }

    /** Whether a frame is an adapter's own, or that of the method handle by which one calls. */
    private static boolean between(String name, boolean hosted) {
        return HOSTS.contains(name) || hosted && name.startsWith(HANDLES);
    }

    /** Returns the captured stacks. */
    public List<StackSample> samples() {
        return samples;
    }

    /** Returns the stacks that stand for an interval. */
    public List<StackSample> ofIntervals() {
        return ofIntervals;
    }
}
