package io.straggler.flamegraph.trace;

import io.straggler.diagnosis.budget.IterationPath;
import io.straggler.diagnosis.budget.IterationPath.Segment;
import io.straggler.flamegraph.RankedOutlier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Slices of each thread's work on asynchronous iterations, one for each segment of a path, and arrows from each segment to the next. */
final class PathLanes {
    private static final String CATEGORY = "path";

    private final Map<Long, List<Slice>> byThread = new HashMap<>();
    private final List<Arrow> arrows = new ArrayList<>();

    PathLanes(List<RankedOutlier> outliers) {
        outliers.forEach(this::add);
    }

    private void add(RankedOutlier outlier) {
        String name = "outlier " + outlier.rank();
        Slice before = null;
        for (Segment segment :
                outlier.diagnosed().path().map(IterationPath::segments).orElse(List.of())) {
            List<Slice> slices = slices(segment, name);
            if (slices.isEmpty()) {
                continue;
            }
            byThread.computeIfAbsent(segment.osThreadId(), id -> new ArrayList<>())
                    .addAll(slices);
            if (before != null) {
                arrows.add(new Arrow("handed over", before, before.toNs() - 1, slices.get(0)));
            }
            before = slices.get(slices.size() - 1);
        }
    }

    private static List<Slice> slices(Segment segment, String name) {
        List<Slice> slices = new ArrayList<>();
        add(segment.queuedNs(), segment.readyNs(), name + ", queued", slices);
        add(segment.readyNs(), segment.fromNs(), name + ", without a core", slices);
        add(segment.fromNs(), segment.toNs(), name, slices);
        return slices;
    }

    private static void add(long fromNs, long toNs, String name, List<Slice> slices) {
        if (fromNs < toNs) {
            slices.add(new Slice(fromNs, toNs, name, CATEGORY, Map.of()));
        }
    }

    /** The threads that worked on an outlier, by the system's numbers. */
    Set<Long> threads() {
        return byThread.keySet();
    }

    List<Slice> of(long osThreadId) {
        return byThread.getOrDefault(osThreadId, List.of());
    }

    List<Arrow> arrows() {
        return arrows;
    }
}
