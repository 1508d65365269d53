package io.straggler.jfr.read;

import io.straggler.jfr.chunk.ChunkExtent;
import io.straggler.jfr.clock.ProcessClock;
import io.straggler.jfr.event.LockOwnerEvent;
import io.straggler.model.WatchedThread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One of the processes whose chunks a file holds: its clock, and the threads that it had watched. */
public final class MeasuredProcess {
    private final ProcessClock clock = new ProcessClock();
    private final Map<Long, Long> osIdsByJavaId = new HashMap<>();
    private final Set<Long> osIds = new HashSet<>();
    private final Set<Map.Entry<String, String>> connections = new HashSet<>();
    private final List<LockOwnerEvent.LockOwner> lockOwners = new ArrayList<>();
    private final BoundedSamples.OtherSamples otherSamples = new BoundedSamples.OtherSamples();
    private @Nullable EvidenceEvents evidence;

    public void add(ChunkExtent extent, StragglerEvents own) {
        clock.add(extent, own.pairs);
        own.threads.forEach(this::watch);
        connections.addAll(own.connections);
        lockOwners.addAll(own.lockOwners);
    }

    /** What happened on this thread counts. */
    public void watch(WatchedThread thread) {
        osIdsByJavaId.put(thread.javaThreadId(), thread.osThreadId());
        osIds.add(thread.osThreadId());
    }

    BoundedSamples.OtherSamples otherSamples() {
        return otherSamples;
    }

    public ProcessClock clock() {
        return clock;
    }

    boolean watchesOsThread(long osId) {
        return osIds.contains(osId);
    }

    boolean watchesAny() {
        return !osIds.isEmpty();
    }

    EvidenceEvents evidence(BoundedEvidence kept, StopCollector stops) {
        if (evidence == null) {
            evidence = new EvidenceEvents(osIdsByJavaId, new PartnerEvents(connections, lockOwners), kept, stops);
        }
        return evidence;
    }

    /** Hands over the evidence that had waited for a second event. */
    public void finish() {
        if (evidence != null) {
            evidence.finish();
        }
    }
}
