package io.straggler.diagnosis;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.reading.StackPlace;
import io.straggler.diagnosis.stacks.TaskStacks;
import io.straggler.model.AllocationSample;
import io.straggler.model.Evidence;
import io.straggler.model.OwnMethods;
import io.straggler.model.Place;
import io.straggler.model.StackFrame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Allocations before the GC pauses that made outliers late, each time since the pause before: what the heap was full of when the pause
 * began, and who allocated it.
 *
 * @param samples how many samples say so; no fewer than {@value #MIN_SAMPLES}, or zero, and then nothing is said
 * @param bytes that the samples speak for
 * @param parts by class and method, the most bytes first; at most {@value #MAX_PARTS}
 * @param places the pauses by place, as the {@link CulpritSite}s are, with the stacks of the samples before them; without places of fewer
 *     than {@value #MIN_SAMPLES} samples
 */
public record Allocations(long samples, long bytes, List<Part> parts, List<AtPlace> places) {
    public static final Allocations NONE = new Allocations(0, 0, List.of(), List.of());

    /** From fewer, a share is not known to a tenth. */
    static final int MIN_SAMPLES = 20;

    static final int MAX_PARTS = 10;

    /** Words in place of a method of Straggler. */
    private static final String OWN = "Straggler itself";

    public Allocations {
        parts = List.copyOf(parts);
        places = List.copyOf(places);
    }

    /**
     * Objects of one class that one method allocated.
     *
     * @param objectClass from the measured program, so to be escaped
     * @param method the program's, through whatever it called for that in the JDK or a library; the JDK's where no other is known
     */
    public record Part(String objectClass, String method, long bytes, long samples) {}

    /**
     * Allocations before the pauses of one place.
     *
     * @param place of the pauses
     * @param stacks of the samples; each stands for as much of the delay that the pauses caused as the sample has of the bytes
     */
    public record AtPlace(Place place, List<WeightedStack> stacks) {
        public AtPlace {
            stacks = List.copyOf(stacks);
        }
    }

    /** Share of the bytes that a part has, between 0 and 1. */
    public double share(Part part) {
        return (double) part.bytes / bytes;
    }

    /** The program's method that allocated at least half of the bytes; empty if none did. */
    public Optional<String> mostlyIn() {
        Map<String, Long> byMethod = new LinkedHashMap<>();
        parts.forEach(part -> byMethod.merge(part.method, part.bytes, Long::sum));
        byMethod.remove(OWN);
        return byMethod.entrySet().stream()
                .filter(one -> 2 * one.getValue() >= bytes)
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey);
    }

    /** The stacks before the pauses of a place; none where too few are known. */
    public List<WeightedStack> stacksAt(Place place) {
        return places.stream()
                .filter(one -> one.place.equals(place))
                .findFirst()
                .map(AtPlace::stacks)
                .orElse(List.of());
    }

    /**
     * Adds up what was allocated before the pauses of culprits.
     *
     * @param samples each of one pause
     * @param sites of the same run
     */
    static Allocations of(List<AllocationSample> samples, Diagnosis diagnosis, List<CulpritSite> sites) {
        if (samples.size() < MIN_SAMPLES) {
            return NONE;
        }
        Map<Long, List<AllocationSample>> byPause = new HashMap<>();
        samples.forEach(sample -> byPause.computeIfAbsent(sample.pauseNs(), pause -> new ArrayList<>())
                .add(sample));
        Map<Long, DiagnosedOutlier> outliers = new HashMap<>();
        diagnosis
                .outliers()
                .forEach(one -> outliers.put(one.outlier().iteration().intendedNs(), one));
        Set<Long> counted = new HashSet<>();
        List<AllocationSample> ofAll = new ArrayList<>();
        List<AtPlace> places = new ArrayList<>();
        for (CulpritSite site : sites) {
            if (site.cause() == Cause.GC_PAUSE) {
                List<AllocationSample> ofSite = new ArrayList<>();
                for (long pauseNs : pauses(site, outliers)) {
                    List<AllocationSample> before = byPause.getOrDefault(pauseNs, List.of());
                    ofSite.addAll(before);
                    ofAll.addAll(counted.add(pauseNs) ? before : List.of());
                }
                atPlace(site, ofSite).ifPresent(places::add);
            }
        }
        return ofAll.size() < MIN_SAMPLES
                ? NONE
                : new Allocations(ofAll.size(), bytes(ofAll), parts(ofAll, diagnosis.task()), places);
    }

    private static long bytes(List<AllocationSample> samples) {
        return samples.stream().mapToLong(AllocationSample::bytes).sum();
    }

    /** Beginnings of the pauses that culprits of a site met. */
    private static Set<Long> pauses(CulpritSite site, Map<Long, DiagnosedOutlier> outliers) {
        Set<Long> pauses = new HashSet<>();
        site.culprits().stream()
                .map(culprit ->
                        Optional.ofNullable(outliers.get(culprit.iteration().intendedNs())))
                .flatMap(Optional::stream)
                .flatMap(outlier -> outlier.evidence().stream())
                .filter(evidence -> evidence.kind() == Evidence.Kind.GC_PAUSE)
                .forEach(pause -> pauses.add(pause.startNs()));
        return pauses;
    }

    private static Optional<AtPlace> atPlace(CulpritSite site, List<AllocationSample> samples) {
        if (samples.size() < MIN_SAMPLES) {
            return Optional.empty();
        }
        double nsPerByte = (double) site.delayCausedNs() / bytes(samples);
        StackSums sums = new StackSums();
        samples.forEach(sample -> {
            List<StackFrame> frames = TaskStacks.withoutHarness(sample.frames());
            sums.add(frames.isEmpty() ? sample.frames() : frames, Math.round(nsPerByte * sample.bytes()));
        });
        return Optional.of(new AtPlace(site.place(), sums.heaviestFirst()));
    }

    private static List<Part> parts(List<AllocationSample> samples, String task) {
        record Key(String objectClass, String method) {}
        Map<Key, long[]> sums = new LinkedHashMap<>();
        for (AllocationSample sample : samples) {
            long[] sum = sums.computeIfAbsent(
                    new Key(sample.objectClass(), method(sample.frames(), task)), key -> new long[2]);
            sum[0] += sample.bytes();
            sum[1]++;
        }
        return sums.entrySet().stream()
                .map(one ->
                        new Part(one.getKey().objectClass, one.getKey().method, one.getValue()[0], one.getValue()[1]))
                .sorted(Comparator.comparingLong(Part::bytes)
                        .reversed()
                        .thenComparing(Part::objectClass)
                        .thenComparing(Part::method))
                .limit(MAX_PARTS)
                .toList();
    }

    private static String method(List<StackFrame> frames, String task) {
        List<StackFrame> ofTask = TaskStacks.withoutHarness(frames);
        if (ofTask.isEmpty()) {
            return OWN;
        }
        String caller = StackPlace.caller(ofTask, task);
        String method = caller.isEmpty() ? ofTask.get(ofTask.size() - 1).name() : caller;
        return OwnMethods.contain(method) ? OWN : method;
    }
}
