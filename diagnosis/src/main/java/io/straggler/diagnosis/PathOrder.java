package io.straggler.diagnosis;

import io.straggler.diagnosis.budget.IterationPath;
import io.straggler.diagnosis.budget.IterationPath.Segment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tells apart what one thread did for several iterations between two waits for work. It works on one at a time, in the order in which it hands them over; until then
 * the next one is in its queue.
 */
final class PathOrder {
    /** A segment of the path with this number. */
    private record Placed(int path, int segment, Segment what) {}

    private PathOrder() {}

    /**
     * Returns the paths with segments of one thread kept apart: they overlap only where one lies within another.
     *
     * @param paths of the outliers, of which each was found without the others
     */
    static List<Optional<IterationPath>> apart(List<Optional<IterationPath>> paths) {
        List<List<Segment>> apart = new ArrayList<>();
        Map<Long, List<Placed>> byThread = new HashMap<>();
        for (int i = 0; i < paths.size(); i++) {
            List<Segment> segments =
                    new ArrayList<>(paths.get(i).map(IterationPath::segments).orElse(List.of()));
            apart.add(segments);
            for (int k = 0; k < segments.size(); k++) {
                Segment one = segments.get(k);
                byThread.computeIfAbsent(one.osThreadId(), id -> new ArrayList<>())
                        .add(new Placed(i, k, one));
            }
        }
        for (List<Placed> all : byThread.values()) {
            all.sort(Comparator.comparingLong((Placed one) -> one.what.fromNs())
                    .thenComparingLong(one -> one.what.toNs())
                    .thenComparingInt(Placed::path));
            long freeNs = Long.MIN_VALUE;
            for (Placed one : all) {
                // Where one segment lies within another, nothing says which is right.
                if (freeNs > one.what.fromNs() && freeNs < one.what.toNs()) {
                    apart.get(one.path).set(one.segment, behind(freeNs, one.what));
                }
                freeNs = Math.max(freeNs, one.what.toNs());
            }
        }
        List<Optional<IterationPath>> result = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
            List<Segment> segments = apart.get(i);
            result.add(paths.get(i).map(path -> new IterationPath(segments, path.delays())));
        }
        return result;
    }

    /** One that began when the thread was free. */
    private static Segment behind(long freeNs, Segment one) {
        return new Segment(one.queuedNs(), freeNs, freeNs, one.toNs(), one.osThreadId(), one.thread());
    }
}
