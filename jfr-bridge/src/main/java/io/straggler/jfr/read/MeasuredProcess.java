package io.straggler.jfr.read;

import io.straggler.jfr.chunk.ChunkExtent;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.clock.ProcessClock;
import io.straggler.jfr.event.CoreWaitEvent;
import io.straggler.jfr.event.LockOwnerEvent;
import io.straggler.model.Carriage;
import io.straggler.model.CarrierWait;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.WaitEnd;
import io.straggler.model.WatchedThread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One of the processes whose chunks a file holds: its clock, and the threads that it had watched. */
public final class MeasuredProcess {
    private final ProcessClock clock = new ProcessClock();
    private final Map<Long, Long> osIdsByJavaId = new HashMap<>();
    private final Set<Long> osIds = new HashSet<>();
    private final Map<Long, NavigableMap<Long, Carriage>> carriages = new HashMap<>();
    private final Set<Map.Entry<String, String>> connections = new HashSet<>();
    private final List<LockOwnerEvent.LockOwner> lockOwners = new ArrayList<>();
    private final List<StackSample> seenWaiting = new ArrayList<>();
    private final List<CarrierWait> carrierWaits = new ArrayList<>();
    private final List<WaitEnd> waitEnds = new ArrayList<>();
    private final List<CoreWaitEvent.Part> coreWaits = new ArrayList<>();
    private final BoundedSamples.OtherSamples otherSamples = new BoundedSamples.OtherSamples();
    private @Nullable EvidenceEvents evidence;

    public void add(ChunkExtent extent, StragglerEvents own) {
        clock.add(extent, own.pairs);
        own.threads.forEach(this::watch);
        own.carriages.forEach(one -> carriages
                .computeIfAbsent(one.osThreadId(), id -> new TreeMap<>())
                .put(one.fromNs(), one));
        connections.addAll(own.connections);
        lockOwners.addAll(own.lockOwners);
        waitEnds.addAll(own.waitEnds);
        coreWaits.addAll(own.coreWaits);
        carrierWaits.addAll(own.carrierWaits);
        own.stacks.stream()
                .filter(stack -> stack.origin() == StackSample.Origin.WAIT)
                .forEach(seenWaiting::add);
    }

    /** Adds a thread whose events count. */
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

    /** Whether stacks of a thread of the system count: it is watched, or was seen carrying a virtual thread that is. */
    boolean watchesOsThread(long osId) {
        return osIds.contains(osId) || carriages.containsKey(osId);
    }

    /** The thread whose stack was taken at an instant: the virtual one that the sampled thread carried then, or that thread itself if it is watched; zero otherwise. */
    long sampledThread(long osId, long timeNs) {
        NavigableMap<Long, Carriage> carried = carriages.get(osId);
        Map.Entry<Long, Carriage> last = carried == null ? null : carried.floorEntry(timeNs);
        if (last != null && last.getValue().toNs() >= timeNs) {
            return last.getValue().virtualId();
        }
        return osIds.contains(osId) ? osId : 0;
    }

    boolean watchesAny() {
        return !osIds.isEmpty();
    }

    EvidenceEvents evidence(BoundedEvidence kept, StopCollector stops, Function<EventView, List<StackFrame>> stacks) {
        if (evidence == null) {
            PartnerEvents partners = new PartnerEvents(connections, lockOwners, waitEnds, coreWaits);
            seenWaiting.forEach(partners::seenWaiting);
            evidence = new EvidenceEvents(osIdsByJavaId, partners, kept, stops, stacks);
            carrierWaits.forEach(evidence::waitedForCarrier);
        }
        return evidence;
    }

    /** Samples of allocations before pauses that touched outliers; complete when all is read. */
    public AllocationEvents.Found allocations() {
        return evidence == null ? AllocationEvents.Found.NOTHING : evidence.allocations();
    }

    /** When carriers were pinned while an outlier ran, and by what; complete when all is read. */
    public List<Pin> pins() {
        return evidence == null ? List.of() : evidence.pins();
    }

    /** How many times a scheduler did not take a virtual thread while an outlier ran; complete when all is read. */
    public long refusedThreads() {
        return evidence == null ? 0 : evidence.refusedThreads();
    }

    /** Hands over the evidence that had waited for a second event. */
    public void finish() {
        if (evidence != null) {
            evidence.finish();
        }
    }
}
