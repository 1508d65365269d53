package io.straggler.jfr;

import static io.straggler.model.Evidence.ANY_THREAD;

import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The way to each safepoint, and, from JDK 25 on, the thread that came last. Told in events that come in any order. */
final class SafepointEvents {
    private final Map<Long, Evidence> synchronizations = new HashMap<>();
    private final Map<Long, Laggard> laggards = new HashMap<>();

    private record Laggard(String name, String state, long latencyNs) {}

    void accept(Row row, long startNs, long endNs) {
        Evidence way = new Evidence(Kind.TIME_TO_SAFEPOINT, startNs, endNs, ANY_THREAD, "");
        if (row.typeName().equals("jdk.SafepointBegin")) {
            synchronizations.put(row.number("safepointId"), way);
        } else {
            synchronizations.putIfAbsent(row.number("safepointId"), way);
        }
    }

    /** One thread's own way to a safepoint, from the request to when it stood. */
    void acceptLatency(Row row, long latencyNs) {
        Laggard laggard = new Laggard(Names.ofThread(row, "eventThread"), row.textOrEmpty("threadState"), latencyNs);
        laggards.merge(row.number("safepointId"), laggard, (a, b) -> b.latencyNs > a.latencyNs ? b : a);
    }

    void finish(Consumer<Evidence> consumer) {
        synchronizations.forEach((id, way) -> {
            Laggard last = laggards.get(id);
            String detail = last == null || last.name.isEmpty()
                    ? ""
                    : "the last to stop was " + last.name + (last.state.isEmpty() ? "" : " (" + last.state + ")");
            consumer.accept(new Evidence(way.kind(), way.startNs(), way.endNs(), way.osThreadId(), detail));
        });
    }
}
