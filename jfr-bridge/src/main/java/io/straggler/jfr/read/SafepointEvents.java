package io.straggler.jfr.read;

import static io.straggler.model.Evidence.ANY_THREAD;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Safepoints from the way there, with the thread that came last from JDK 25 on, to the waking up again, which with many threads or
 * few cores takes milliseconds. Recorded in events that come in any order.
 */
final class SafepointEvents {
    private final Map<Long, Safepoint> safepoints = new HashMap<>();
    private final RecentIds recent = new RecentIds();

    /** From the first to the last that is known of each that touches an outlier. */
    private final TimeWindows ofOutliers = new TimeWindows(Integer.MAX_VALUE);

    private static final class Safepoint {
        private long startNs = Long.MAX_VALUE;
        private long endNs = Long.MIN_VALUE;
        private @Nullable Span way;
        private @Nullable Span wakingUp;
        private final List<Operation> operations = new ArrayList<>();
        private String laggard = "";
        private long laggardNs = -1;
    }

    private record Span(long startNs, long endNs) {}

    private record Operation(String name, Span span) {}

    void accept(EventView row, long startNs, long endNs) {
        long safepointId = row.number("safepointId");
        recent.add(safepointId);
        Safepoint safepoint = safepoints.computeIfAbsent(safepointId, id -> new Safepoint());
        safepoint.startNs = Math.min(safepoint.startNs, startNs);
        safepoint.endNs = Math.max(safepoint.endNs, Math.max(startNs, endNs)); // Clocks jump.
        Span span = new Span(startNs, endNs);
        switch (row.typeName()) {
            case "jdk.SafepointBegin" -> safepoint.way = span;
            case "jdk.SafepointEnd" -> safepoint.wakingUp = span;
            case "jdk.ExecuteVMOperation" ->
                safepoint.operations.add(new Operation(row.nameOrEmpty("operation"), span));
            case "jdk.SafepointLatency" -> acceptLatency(row, safepoint, endNs - startNs);
            default -> safepoint.way = safepoint.way == null ? span : safepoint.way;
        }
    }

    /** One thread's own way to a safepoint, from the request to when it stood. */
    private static void acceptLatency(EventView row, Safepoint safepoint, long latencyNs) {
        String name = JvmNames.ofThread(row, "eventThread");
        if (latencyNs > safepoint.laggardNs && !name.isEmpty()) {
            String state = row.textOrEmpty("threadState");
            safepoint.laggardNs = latencyNs;
            safepoint.laggard = "the last to stop was " + name + (state.isEmpty() ? "" : " (" + state + ")");
        }
    }

    /**
     * A chunk ends: forgets what touches no outlier, and can have no part in the next one.
     *
     * @param stops receives what is forgotten
     */
    void forget(BoundedEvidence kept, StopCollector stops) {
        for (long id : recent.over()) {
            Safepoint safepoint = safepoints.get(id);
            if (safepoint == null) {
                continue; // Forgotten before.
            }
            if (kept.wants(safepoint.startNs, safepoint.endNs, held())) {
                ofOutliers.add(safepoint.startNs, safepoint.endNs);
            } else {
                safepoints.remove(id);
                stops.add(stop(safepoint));
            }
        }
    }

    /** All of it as one, named by what took most of it. */
    private static Evidence stop(Safepoint safepoint) {
        Kind kind = Kind.VM_OPERATION;
        String name = "";
        long longestNs = -1;
        for (Operation operation : safepoint.operations) {
            long ns = operation.span.endNs - operation.span.startNs;
            if (ns > longestNs) {
                longestNs = ns;
                name = operation.name;
            }
        }
        if (safepoint.way != null && safepoint.way.endNs - safepoint.way.startNs > longestNs) {
            kind = Kind.TIME_TO_SAFEPOINT;
            name = safepoint.laggard;
        }
        return evidence(kind, new Span(safepoint.startNs, safepoint.endNs), name);
    }

    /** Whether something lies in a safepoint that touches an outlier, as far as {@link #forget} was asked for it. */
    boolean ofOutlier(long startNs, long endNs) {
        return ofOutliers.overlaps(startNs, endNs);
    }

    /** How many are held. */
    int held() {
        return safepoints.size();
    }

    /**
     * Hands over what stopped threads.
     *
     * @param collections by which operations of collections, which belong to their pauses, are known
     * @param stops receives each as a whole
     */
    void finish(CollectionEvents collections, StopCollector stops, Consumer<Evidence> consumer) {
        for (Safepoint safepoint : safepoints.values()) {
            stops.add(stop(safepoint));
            if (safepoint.way != null) {
                consumer.accept(evidence(Kind.TIME_TO_SAFEPOINT, safepoint.way, safepoint.laggard));
            }
            String last = "";
            Kind kind = Kind.VM_OPERATION;
            for (Operation operation : safepoint.operations) {
                Optional<String> pause = collections.pauseWithin(operation.span.startNs, operation.span.endNs);
                kind = pause.isPresent() ? Kind.GC_PAUSE : Kind.VM_OPERATION;
                last = pause.orElse(operation.name);
                consumer.accept(evidence(kind, operation.span, last));
            }
            if (safepoint.wakingUp != null) {
                String what = "waking up" + (last.isEmpty() ? "" : " after " + last);
                consumer.accept(evidence(kind, safepoint.wakingUp, what));
            }
        }
    }

    private static Evidence evidence(Kind kind, Span span, String what) {
        return new Evidence(kind, span.startNs, span.endNs, ANY_THREAD, Place.of(what));
    }
}
