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
    private final List<ClockMap.Pair> pairs = new ArrayList<>();
    private final Map<Long, Long> osIdsByJavaId = new HashMap<>();
    private final Set<Long> osIds = new HashSet<>();
    private EvidenceEvents evidence;
    private ClockMap clock;

    void add(OwnEvents own) {
        pairs.addAll(own.pairs);
        for (WatchedThread thread : own.threads) {
            osIdsByJavaId.put(thread.javaThreadId(), thread.osThreadId());
            osIds.add(thread.osThreadId());
        }
    }

    /** Maps the process's clock; {@code null} without paired readings. */
    ClockMap clock(long ticksPerSecond) {
        if (clock == null && !pairs.isEmpty()) {
            clock = ClockMap.of(pairs, ticksPerSecond);
        }
        return clock;
    }

    /** The process's mapping, or what the chunk itself says when the process has none. */
    ClockMap clockFor(ChunkExtent chunk) {
        ClockMap own = clock(chunk.ticksPerSecond());
        return own != null ? own : ClockMap.ofHeader(chunk);
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
