package io.straggler.jfr;

import io.straggler.model.Evidence;
import io.straggler.model.WatchedThread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** One of the processes whose chunks a file holds: its clock, and the threads that it had watched. */
final class MeasuredProcess {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final List<ClockMap.Pair> pairs = new ArrayList<>();
    private final Map<Long, Long> osIdsByJavaId = new HashMap<>();
    private final Set<Long> osIds = new HashSet<>();
    private EvidenceEvents evidence;
    private ClockMap clock;
    private ChunkExtent reference;

    void add(ChunkExtent extent, OwnEvents own) {
        pairs.addAll(own.pairs);
        if (reference == null && !own.pairs.isEmpty()) {
            reference = extent;
        }
        for (WatchedThread thread : own.threads) {
            osIdsByJavaId.put(thread.javaThreadId(), thread.osThreadId());
            osIds.add(thread.osThreadId());
        }
    }

    /** The mapping of the JVM's own clock; {@code null} without paired readings. */
    ClockMap clock() {
        if (clock == null && reference != null) {
            clock = ClockMap.of(pairs, reference.ticksPerSecond());
        }
        return clock;
    }

    /**
     * The mapping for one chunk of the process.
     *
     * <p>async-profiler reads the JVM's clock where that is the processor's time stamp counter. Elsewhere the JVM counts
     * nanoseconds from its start, and async-profiler takes the monotonic clock as it is. Headers do not say which, but they
     * state the wall clock: the mapping under which a chunk begins when its header says so is the right one, since the two
     * differ by the time from the machine's start to the JVM's.
     */
    ClockMap clockFor(ChunkExtent chunk) {
        if (clock() == null) {
            return ClockMap.ofHeader(chunk);
        }
        if (chunk.ticksPerSecond() != NANOS_PER_SECOND) {
            return clock();
        }
        long expectedNs = clock.toNanos(reference.startTicks()) + chunk.startEpochNs() - reference.startEpochNs();
        long errorNs = Math.abs(clock.toNanos(chunk.startTicks()) - expectedNs);
        long errorAsIsNs = Math.abs(chunk.startTicks() - expectedNs);
        return errorNs <= errorAsIsNs ? clock : ClockMap.asIs(chunk.startTicks());
    }

    boolean watchesOsThread(long osId) {
        return osIds.contains(osId);
    }

    boolean watchesAny() {
        return !osIds.isEmpty();
    }

    EvidenceEvents evidence(Consumer<Evidence> consumer) {
        if (evidence == null) {
            evidence = new EvidenceEvents(osIdsByJavaId, consumer);
        }
        return evidence;
    }

    void finish() {
        if (evidence != null) {
            evidence.finish();
        }
    }
}
