package io.straggler.examples.queue;

import io.straggler.harness.Harness;
import io.straggler.harness.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

/** A harness that runs nothing, and remembers what a task tells it. */
public final class RecordedHarness implements Harness {
    private final Map<String, List<Long>> probes = new ConcurrentHashMap<>();
    private final List<Thread> watched = new ArrayList<>();
    private final BlockingQueue<Long> completed = new LinkedBlockingQueue<>();

    @Override
    public Probe probe(String name) {
        List<Long> values = probes.computeIfAbsent(name, unseen -> new CopyOnWriteArrayList<>());
        return values::add;
    }

    @Override
    public void watch(Thread thread) {
        watched.add(thread);
    }

    @Override
    public void complete(long intendedNs) {
        completed.add(intendedNs);
    }

    @Override
    public void abandon(long intendedNs) {
        throw new AssertionError("nothing is ever lost");
    }

    /** What a probe was given, in nanoseconds. */
    public List<Long> values(String probe) {
        return probes.getOrDefault(probe, List.of());
    }

    public List<Thread> watched() {
        return watched;
    }

    /** Tags, in the order of completion. */
    public BlockingQueue<Long> completed() {
        return completed;
    }
}
