package io.straggler.jfr.foreign;

import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.read.ClockMap;
import io.straggler.jfr.read.FieldText;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Hands iterations on while they are read, and counts what there was to their type. Threads: one. */
final class IterationTally {
    private final IterationQuery query;
    private final IterationListener listener;
    private final Set<Long> threads = new HashSet<>();
    private final Map<String, Set<String>> refused = new LinkedHashMap<>();
    private long seen;
    private long matched;
    private long lasting;

    IterationTally(IterationQuery query, IterationListener listener) {
        this.query = query;
        this.listener = listener;
    }

    /** Takes an iteration. */
    void add(EventView row, ClockMap clock) {
        long startNs = clock.toNanos(row.startTicks());
        long endNs = clock.toNanos(row.endTicks());
        long thread = FieldText.thread(row, ForeignRecording.EVENT_THREAD);
        if (threads.size() < RecordedIterations.MOST_THREADS) {
            threads.add(thread);
        }
        matched++;
        lasting += endNs > startNs ? 1 : 0;
        listener.iteration(startNs, endNs, thread, query.group(row));
    }

    /** Takes what a chunk's filter has seen. */
    void add(IterationFilter filter) {
        seen += filter.seen();
        filter.refused()
                .forEach((field, values) -> refused.computeIfAbsent(field, key -> new LinkedHashSet<>())
                        .addAll(values));
    }

    /** What was counted; throws if there are none. */
    RecordedIterations checked(Refusal refusal) {
        refusal.check(seen, matched, lasting, refused);
        return new RecordedIterations(matched, threads);
    }
}
