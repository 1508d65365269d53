package io.straggler.jfr.read;

import io.straggler.jfr.event.IterationEvent;
import io.straggler.model.BusyPeriod;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Busy periods, put together from their iterations. One that contradicts itself, another or the outliers is left out whole: a
 * queue that never was would blame somebody.
 */
final class BusyPeriods {
    private final Map<Long, Map<Long, List<IterationEvent.Part>>> parts = new LinkedHashMap<>();
    private final List<BusyPeriod> sound = new ArrayList<>();
    private long contradictory;

    /** Takes the parts of one chunk. */
    void add(long pid, List<IterationEvent.Part> ofChunk) {
        Map<Long, List<IterationEvent.Part>> ofProcess = parts.computeIfAbsent(pid, id -> new TreeMap<>());
        for (IterationEvent.Part part : ofChunk) {
            ofProcess.computeIfAbsent(part.period(), id -> new ArrayList<>(4)).add(part);
        }
    }

    /** Puts them together; once. */
    List<BusyPeriod> complete(List<Outlier> outliers) {
        Map<Long, Iteration> byTag = new HashMap<>();
        outliers.forEach(outlier -> byTag.put(outlier.iteration().intendedNs(), outlier.iteration()));
        Set<Long> taken = new HashSet<>();
        for (Map<Long, List<IterationEvent.Part>> ofProcess : parts.values()) {
            for (List<IterationEvent.Part> ofPeriod : ofProcess.values()) {
                BusyPeriod period = period(ofPeriod);
                if (isSound(period, byTag, taken)) {
                    period.iterations().forEach(iteration -> taken.add(iteration.intendedNs()));
                    sound.add(period);
                } else {
                    contradictory++;
                }
            }
        }
        return sound;
    }

    /** How many were left out. */
    long contradictory() {
        return contradictory;
    }

    private static BusyPeriod period(List<IterationEvent.Part> parts) {
        long previousNs = Long.MIN_VALUE;
        for (IterationEvent.Part part : parts) {
            if (part.iteration().intendedNs() <= previousNs) {
                return disorderly(parts);
            }
            previousNs = part.iteration().intendedNs();
        }
        List<Iteration> iterations = new ArrayList<>(parts.size());
        long omitted = 0;
        for (IterationEvent.Part part : parts) {
            iterations.add(part.iteration());
            omitted += Math.max(0, part.omitted());
        }
        return new BusyPeriod(iterations, omitted);
    }

    /** Iterations that are there twice, as when a chunk is, count once. */
    private static BusyPeriod disorderly(List<IterationEvent.Part> parts) {
        Set<Iteration> distinct = new LinkedHashSet<>();
        long omitted = 0;
        for (IterationEvent.Part part : parts) {
            omitted += distinct.add(part.iteration()) ? Math.max(0, part.omitted()) : 0;
        }
        List<Iteration> iterations = new ArrayList<>(distinct);
        iterations.sort(Comparator.comparingLong(Iteration::intendedNs));
        return new BusyPeriod(iterations, omitted);
    }

    private static boolean isSound(BusyPeriod period, Map<Long, Iteration> outliers, Set<Long> taken) {
        Iteration previous = null;
        for (Iteration iteration : period.iterations()) {
            boolean follows = previous == null
                    || previous.runId().equals(iteration.runId())
                            && previous.intendedNs() < iteration.intendedNs()
                            && previous.endNs() <= iteration.startNs();
            Iteration outlier = outliers.get(iteration.intendedNs());
            if (!follows || outlier != null && !outlier.equals(iteration) || taken.contains(iteration.intendedNs())) {
                return false;
            }
            previous = iteration;
        }
        return true;
    }
}
