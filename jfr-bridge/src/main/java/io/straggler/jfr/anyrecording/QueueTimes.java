package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.EventFilter;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.jfr.read.FieldText;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads Datadog's events of the time between a task's submission and its begin. Such an event ends on the thread that the task then runs on, and
 * names the thread that submitted it. Threads: filters are used on any, the rest on one.
 */
final class QueueTimes {
    static final String NAME = "datadog.QueueTime";
    private static final String ORIGIN = "origin";

    /** Max nanoseconds between the end of a task's time in the queue and the begin of the iteration that it is. */
    private static final long SOON_NS = 10_000_000;

    /** Outliers by thread and start; of those that start at once, the last. */
    private final Map<Long, NavigableMap<Long, Iteration>> byThread = new HashMap<>();

    private final Set<Iteration> before = new HashSet<>();
    private final Set<Iteration> within = new HashSet<>();
    private final long outliers;
    private long beforeNs;
    private long withinNs;

    QueueTimes(List<Outlier> outliers) {
        this.outliers = outliers.size();
        for (Outlier outlier : outliers) {
            byThread.computeIfAbsent(outlier.osThreadId(), thread -> new TreeMap<>())
                    .put(outlier.iteration().startNs(), outlier.iteration());
        }
    }

    /** The filter for a type; {@code null} for one that is not read here. */
    @Nullable
    EventFilter filter(String typeName) {
        return typeName.equals(NAME)
                ? new EventFilter(
                        row -> byThread.containsKey(FieldText.thread(row, AnyRecording.EVENT_THREAD))
                                || byThread.containsKey(FieldText.thread(row, ORIGIN)),
                        null)
                : null;
    }

    /** Returns the consumer of a type's events in a chunk; {@code null} for a type that is not read here. */
    @Nullable
    Consumer<EventView> consumer(String typeName, ClockMap clock) {
        return typeName.equals(NAME)
                ? row -> add(row, clock.toNanos(row.startTicks()), clock.toNanos(row.endTicks()))
                : null;
    }

    private void add(EventView row, long fromNs, long toNs) {
        Map.Entry<Long, Iteration> next =
                ofThread(row, AnyRecording.EVENT_THREAD).ceilingEntry(toNs);
        if (next != null && next.getKey() - toNs <= SOON_NS) {
            before.add(next.getValue());
            beforeNs += toNs - fromNs;
        }
        Map.Entry<Long, Iteration> last = ofThread(row, ORIGIN).floorEntry(fromNs);
        if (last != null && last.getValue().endNs() > fromNs) {
            within.add(last.getValue());
            withinNs += Math.min(toNs, last.getValue().endNs()) - fromNs;
        }
    }

    private NavigableMap<Long, Iteration> ofThread(EventView row, String field) {
        return byThread.getOrDefault(FieldText.thread(row, field), new TreeMap<>());
    }

    /** Returns the queued tasks. */
    QueuedTasks found() {
        return new QueuedTasks(before.size(), beforeNs, within.size(), withinNs, outliers);
    }
}
