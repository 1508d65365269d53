package io.straggler.flamegraph.trace;

import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.flamegraph.RankedOutlier;
import io.straggler.flamegraph.StackSelection;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import io.straggler.model.text.Durations;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The lanes of one run: its outliers with their waiting and running; what stopped all threads, by kind; then for each thread the
 * iterations that it worked on, its stacks, and what was recorded of it; last, whom threads woke up.
 */
final class RunLanes {
    /**
     * Slices on one line, which nest.
     *
     * @param name that viewers show beside it
     */
    record Lane(String name, List<Slice> slices) {}

    private final List<RankedOutlier> outliers;
    private final Map<Long, String> threadNames;
    private final StackSelection selection;
    private final List<Lane> lanes = new ArrayList<>();
    private final List<Arrow> arrows = new ArrayList<>();

    private RunLanes(List<RankedOutlier> outliers, Map<Long, String> threadNames, StackSelection selection) {
        this.outliers = outliers;
        this.threadNames = threadNames;
        this.selection = selection;
    }

    /**
     * The lanes of some outliers.
     *
     * @param threadNames by the system's number
     * @param selection of the stacks
     */
    static RunLanes of(List<RankedOutlier> outliers, Map<Long, String> threadNames, StackSelection selection) {
        RunLanes run = new RunLanes(outliers, threadNames, selection);
        run.addOutliers();
        run.addEvidenceOfAll();
        run.addThreads();
        return run;
    }

    List<Lane> lanes() {
        return lanes;
    }

    /** Between slices of these lanes. */
    List<Arrow> arrows() {
        return arrows;
    }

    private void add(String name, List<List<Slice>> ofThatName) {
        ofThatName.forEach(slices -> lanes.add(new Lane(name, slices)));
    }

    private void addOutliers() {
        Map<Slice, Iteration> iterations = new LinkedHashMap<>();
        outliers.forEach(outlier ->
                iterations.put(whole(outlier), outlier.diagnosed().outlier().iteration()));
        for (List<Slice> apart : Lanes.apart(iterations.keySet())) {
            List<Slice> withParts = new ArrayList<>();
            for (Slice slice : apart) {
                withParts.add(slice);
                withParts.addAll(
                        parts(Objects.requireNonNull(iterations.get(slice), "slices are those of iterations")));
            }
            lanes.add(new Lane("outliers", withParts));
        }
    }

    private static Slice whole(RankedOutlier outlier) {
        Iteration iteration = outlier.diagnosed().outlier().iteration();
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("rank", outlier.rank());
        arguments.put("run", iteration.runId().toString());
        arguments.put("intendedNs", Long.toString(iteration.intendedNs()));
        arguments.put("latencyNs", iteration.latencyNs());
        arguments.put("inheritedNs", iteration.inheritedNs());
        arguments.put("dispatchNs", iteration.dispatchNs());
        arguments.put("serviceNs", iteration.serviceNs());
        for (TimeBudget.Part part : outlier.budget().parts()) {
            arguments.put(part.cause().label() + " (ns)", part.ns());
        }
        outlier.diagnosed()
                .outlier()
                .probeTotalsNs()
                .forEach((probe, ns) -> arguments.put("probe " + probe + " (ns)", ns));
        String cause = outlier.budget()
                .largest()
                .map(part -> ", " + part.cause().label())
                .orElse("");
        String name = "outlier " + outlier.rank() + ": " + Durations.format(iteration.latencyNs()) + cause;
        return new Slice(iteration.intendedNs(), iteration.endNs(), name, "outlier", arguments);
    }

    /** Returns the parts of an outlier's latency by its times alone. */
    private static List<Slice> parts(Iteration iteration) {
        long freeNs = iteration.intendedNs() + iteration.inheritedNs();
        List<Slice> parts = new ArrayList<>();
        addPart(iteration.intendedNs(), freeNs, "in the queue", parts);
        addPart(freeNs, iteration.startNs(), "dispatch", parts);
        addPart(iteration.startNs(), iteration.endNs(), "running", parts);
        return parts;
    }

    private static void addPart(long fromNs, long toNs, String name, List<Slice> parts) {
        if (fromNs < toNs) {
            parts.add(new Slice(fromNs, toNs, name, "outlier", Map.of()));
        }
    }

    /** Neighbours in one stall have met the same. */
    private Set<Evidence> evidence() {
        Set<Evidence> distinct = new LinkedHashSet<>();
        outliers.forEach(outlier -> distinct.addAll(outlier.diagnosed().evidence()));
        return distinct;
    }

    private void addEvidenceOfAll() {
        Map<Evidence.Kind, List<Slice>> byKind = new TreeMap<>();
        for (Evidence one : evidence()) {
            if (one.osThreadId() == Evidence.ANY_THREAD) {
                byKind.computeIfAbsent(one.kind(), kind -> new ArrayList<>()).add(slice(one));
            }
        }
        byKind.forEach((kind, slices) -> add(kind.label(), Lanes.nested(slices)));
    }

    private static Slice slice(Evidence one) {
        String label = one.kind().label();
        String detail = one.wholePlace().words();
        Map<String, String> arguments = detail.isEmpty() ? Map.of() : Map.of("detail", detail);
        return new Slice(one.startNs(), one.endNs(), label, "evidence", arguments);
    }

    private void addThreads() {
        Map<Long, List<Slice>> events = new TreeMap<>();
        for (Evidence one : evidence()) {
            if (one.osThreadId() != Evidence.ANY_THREAD) {
                events.computeIfAbsent(one.osThreadId(), thread -> new ArrayList<>())
                        .add(slice(one));
            }
        }
        PathLanes paths = new PathLanes(outliers);
        WakeUpLanes wakeUps = new WakeUpLanes();
        arrows.addAll(paths.arrows());
        Set<Long> threads = new TreeSet<>(events.keySet());
        threads.addAll(paths.threads());
        outliers.forEach(outlier -> outlier.diagnosed().stacks().stream()
                .map(StackSample::osThreadId)
                .forEach(threads::add));
        for (long thread : threads) {
            String name = name(thread);
            add(name + ", iterations", Lanes.apart(paths.of(thread)));
            List<Slice> stacks = StackLane.of(
                    thread, outliers.stream().map(RankedOutlier::diagnosed).toList(), selection);
            if (!stacks.isEmpty()) {
                lanes.add(new Lane(name, stacks));
            }
            add(name + ", events", Lanes.nested(events.getOrDefault(thread, List.of())));
            Set<OffCoreInterval> offCore = offCore(thread);
            add(name + ", without a core", Lanes.nested(wakeUps.slices(name, offCore)));
            add(name + ", its core meanwhile", Lanes.nested(holders(offCore)));
        }
        wakeUps.byWaker().forEach((thread, wakes) -> add(name(thread) + ", wakes others", Lanes.nested(wakes)));
        arrows.addAll(wakeUps.arrows());
    }

    private String name(long thread) {
        return threadNames.getOrDefault(thread, "thread " + thread);
    }

    private Set<OffCoreInterval> offCore(long thread) {
        Set<OffCoreInterval> intervals = new LinkedHashSet<>();
        for (RankedOutlier outlier : outliers) {
            for (ThreadUsage usage : outlier.diagnosed().usage()) {
                if (usage.osThreadId() == thread) {
                    usage.offCore().ifPresent(times -> intervals.addAll(times.intervals()));
                }
            }
        }
        return intervals;
    }

    private static List<Slice> holders(Set<OffCoreInterval> offCore) {
        return offCore.stream()
                .flatMap(one -> one.holders().stream())
                .map(hold -> new Slice(hold.fromNs(), hold.toNs(), hold.by().words(), "core", Map.of()))
                .toList();
    }
}
