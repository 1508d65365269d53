package io.straggler.diagnosis;

import io.straggler.diagnosis.stacks.ThreadPools;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Place;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Threads that all others waited for on the way to a safepoint: one that was captured in its own code then, when all threads that had heard of the safepoint stood. The JVM names that
 * thread from JDK 25 on only, and seldom.
 */
final class Laggards {
    /** Time in nanoseconds in which threads hear of a safepoint that they are asked to come to. */
    private static final long HEARD_WITHIN_NS = 100_000;

    private final NavigableMap<Long, StackSample> inOwnCode = new TreeMap<>();
    private final Map<Long, String> names;

    /**
     * @param samples of any thread
     * @param names of threads, by the system's numbers
     */
    Laggards(List<StackSample> samples, Map<Long, String> names) {
        this.names = names;
        for (StackSample sample : samples) {
            if (sample.running() && !leaf(sample).kind().isNative()) {
                inOwnCode.put(sample.timeNs(), sample);
            }
        }
    }

    private static StackFrame leaf(StackSample sample) {
        return sample.frames().get(sample.frames().size() - 1);
    }

    /** The evidence, with the place of the last thread where a way to a safepoint has none yet. */
    List<Evidence> named(List<Evidence> evidence) {
        return inOwnCode.isEmpty()
                ? evidence
                : evidence.stream().map(this::named).toList();
    }

    private Evidence named(Evidence one) {
        if (one.kind() != Kind.TIME_TO_SAFEPOINT || !one.place().isEmpty()) {
            return one;
        }
        Map.Entry<Long, StackSample> last = inOwnCode.lowerEntry(one.endNs());
        if (last == null || last.getKey() - one.startNs() < HEARD_WITHIN_NS) {
            return one;
        }
        StackSample sample = last.getValue();
        String thread = ThreadPools.name(names.getOrDefault(sample.osThreadId(), ""));
        return one.at(Place.of(leaf(sample).name()).onThread(thread));
    }
}
