package io.straggler.diagnosis.budget;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The way of an asynchronous iteration through the threads that worked on it, from its start to its end.
 *
 * <pre>
 *   dispatcher  |--run--|
 *   worker                 |------ stage one ------|
 *   finisher                                          |- stage two -|
 *               segment    segment                    segment
 * </pre>
 *
 * <p>What lies between two segments is a gap: nobody is known to have worked on it.
 *
 * @param segments in order of time; they do not overlap
 */
public record IterationPath(List<Segment> segments) {
    public IterationPath {
        segments = List.copyOf(segments);
    }

    /**
     * A time in which one thread held up the iteration.
     *
     * @param fromNs inclusive
     * @param toNs exclusive
     * @param osThreadId the thread
     */
    public record Segment(long fromNs, long toNs, long osThreadId) {}

    /** The threads that it went through. */
    public Set<Long> threads() {
        return segments.stream().map(Segment::osThreadId).collect(Collectors.toSet());
    }

    /** When a thread held it up. */
    public IntervalSet on(long osThreadId) {
        IntervalSet on = IntervalSet.NONE;
        for (Segment one : segments) {
            on = one.osThreadId == osThreadId ? on.or(IntervalSet.of(one.fromNs, one.toNs)) : on;
        }
        return on;
    }
}
