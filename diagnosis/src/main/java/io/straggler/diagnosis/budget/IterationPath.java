package io.straggler.diagnosis.budget;

import io.straggler.model.StackSample;
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
 * @param delays parts of gaps for which the program had asked
 */
public record IterationPath(List<Segment> segments, List<Delay> delays) {
    public IterationPath {
        segments = List.copyOf(segments);
        delays = List.copyOf(delays);
    }

    /** One without delays. */
    public IterationPath(List<Segment> segments) {
        this(segments, List.of());
    }

    /**
     * A time for which a task was not to be begun with, as the program had said when it scheduled it.
     *
     * @param fromNs inclusive
     * @param toNs exclusive
     * @param thread the name of the one that began with it then
     */
    public record Delay(long fromNs, long toNs, String thread) {
        /** How long it was, in nanoseconds. */
        public long ns() {
            return toNs - fromNs;
        }
    }

    /**
     * A time in which one thread held up the iteration: it was queued for that thread until that was ready for it, then waited for a core with it, and then was worked on.
     *
     * @param queuedNs when it began to be queued, while the thread was at work on something else; {@code readyNs} if it was not
     * @param readyNs when the thread wanted to begin
     * @param fromNs when the thread had a core for it; inclusive
     * @param toNs exclusive
     * @param osThreadId the thread
     * @param thread its name
     */
    public record Segment(long queuedNs, long readyNs, long fromNs, long toNs, long osThreadId, String thread) {
        public Segment {
            if (queuedNs > readyNs || readyNs > fromNs || fromNs > toNs) {
                throw new IllegalArgumentException("instants must be in order: queuedNs=" + queuedNs + ", readyNs="
                        + readyNs + ", fromNs=" + fromNs + ", toNs=" + toNs);
            }
        }

        /** A segment that begins at once. */
        public Segment(long fromNs, long toNs, long osThreadId, String thread) {
            this(fromNs, fromNs, fromNs, toNs, osThreadId, thread);
        }

        /** Whether a stack shows its thread while it worked on the iteration. */
        boolean worksIn(StackSample stack) {
            return shows(stack, fromNs);
        }

        /** Whether a stack shows its thread while it worked on the iteration, or on what the iteration was queued behind. */
        boolean holds(StackSample stack) {
            return shows(stack, queuedNs);
        }

        private boolean shows(StackSample stack, long sinceNs) {
            return stack.osThreadId() == osThreadId && stack.timeNs() >= sinceNs && stack.sinceNs() <= toNs;
        }
    }

    /** Whether a stack shows a thread that held it up, while that thread did so or was at work on what it was queued behind. */
    public boolean holds(StackSample stack) {
        return segments.stream().anyMatch(segment -> segment.holds(stack));
    }

    /** The threads that it went through. */
    public Set<Long> threads() {
        return segments.stream().map(Segment::osThreadId).collect(Collectors.toSet());
    }

    /** How long it was queued for threads that were at work on something else, in nanoseconds. */
    public long queuedNs() {
        return segments.stream()
                .mapToLong(segment -> segment.readyNs - segment.queuedNs)
                .sum();
    }

    /** How long threads worked on it, in nanoseconds. */
    public long workedNs() {
        return segments.stream()
                .mapToLong(segment -> segment.toNs - segment.fromNs)
                .sum();
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
