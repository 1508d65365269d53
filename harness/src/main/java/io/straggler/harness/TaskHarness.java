package io.straggler.harness;

import io.straggler.model.NanoClock;
import io.straggler.model.RunListener;
import io.straggler.model.hook.PacingHook;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The harness as a task sees it: probes, watched threads, completions. The task may call it from any thread; {@link #begin} and
 * {@link #end} are for the pacing thread.
 */
final class TaskHarness implements Harness {
    private final NanoClock clock;
    private final RunListener listener;
    private final Completions completions;
    private final Stages stages;
    private final Map<String, ProbeRecorder> probes = new ConcurrentHashMap<>();
    private final List<Thread> watched = new CopyOnWriteArrayList<>();
    private volatile PacingHook hook = PacingHook.NONE;
    private volatile boolean measuring;

    TaskHarness(NanoClock clock, RunListener listener, Completions completions) {
        this.clock = clock;
        this.listener = listener;
        this.completions = completions;
        this.stages = new Stages(clock, this::entered, listener::stagesOnVirtualThreads);
    }

    private void entered(Thread thread) {
        if (!watched.contains(thread)) {
            watch(thread);
        }
    }

    Stages stages() {
        return stages;
    }

    /** Tells this one of completions. Before the task is set up. */
    void hook(PacingHook pacingHook) {
        hook = pacingHook;
    }

    /** The task runs on this thread, too. */
    void pacedBy(Thread thread) {
        watched.add(thread);
    }

    /** Threads that the task runs on, in the order in which they became known. */
    List<Thread> watched() {
        return watched;
    }

    Collection<ProbeRecorder> probes() {
        return probes.values();
    }

    /**
     * A part of the schedule begins. What probes recorded since the last one is no part of it.
     *
     * @param measured whether probes count
     */
    void begin(boolean measured) {
        measuring = measured;
        probes.values().forEach(probe -> {
            probe.discard();
            probe.measuring(measured);
        });
    }

    /** A part of the schedule is over. */
    void end() {
        measuring = false;
        probes.values().forEach(probe -> probe.measuring(false));
    }

    @Override
    public Probe probe(String name) {
        // The interval log separates its columns by these.
        if (name.isEmpty() || name.matches("(?s).*[,\"\\s].*")) {
            throw new IllegalArgumentException(
                    "probe name must not be empty or contain white space, a comma or a quote: name=" + name);
        }
        ProbeRecorder probe = probes.computeIfAbsent(name, key -> new ProbeRecorder(key, clock));
        // After it was added: a run that begins meanwhile either sees the probe, or is seen here.
        probe.measuring(measuring);
        return probe;
    }

    @Override
    public void watch(Thread thread) {
        watched.add(thread);
        listener.threadWatched(thread);
    }

    @Override
    public Stage enter(long intendedNs) {
        return stages.enter(intendedNs);
    }

    @Override
    public void complete(long intendedNs) {
        completions.complete(intendedNs, hook);
    }

    @Override
    public void abandon(long intendedNs) {
        completions.abandon(intendedNs);
    }
}
