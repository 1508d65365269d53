package io.straggler.jfr.read;

import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.jfr.chunk.EventFilter;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.jfr.event.CallEvent;
import io.straggler.jfr.event.CaptureEvent;
import io.straggler.jfr.event.CarriageEvent;
import io.straggler.jfr.event.CarrierWaitEvent;
import io.straggler.jfr.event.ClockEvents;
import io.straggler.jfr.event.ConnectionEvent;
import io.straggler.jfr.event.CoreUseEvent;
import io.straggler.jfr.event.CoreWaitEvent;
import io.straggler.jfr.event.EnvironmentEvent;
import io.straggler.jfr.event.HiccupEvent;
import io.straggler.jfr.event.IdleStackEvent;
import io.straggler.jfr.event.IntervalEvent;
import io.straggler.jfr.event.IterationEvent;
import io.straggler.jfr.event.LockOwnerEvent;
import io.straggler.jfr.event.OutlierEvent;
import io.straggler.jfr.event.OwnEvents;
import io.straggler.jfr.event.ProcessStallEvent;
import io.straggler.jfr.event.ProcessStopEvent;
import io.straggler.jfr.event.RunEvent;
import io.straggler.jfr.event.SamplerEvent;
import io.straggler.jfr.event.SharedValues;
import io.straggler.jfr.event.StackEvent;
import io.straggler.jfr.event.ThreadEvent;
import io.straggler.jfr.event.ThreadUsageEvent;
import io.straggler.jfr.event.WaitEndEvent;
import io.straggler.model.Capture;
import io.straggler.model.Carriage;
import io.straggler.model.CarrierWait;
import io.straggler.model.CoreUse;
import io.straggler.model.Evidence;
import io.straggler.model.IdleStack;
import io.straggler.model.Outlier;
import io.straggler.model.RecordedInterval;
import io.straggler.model.RunOutcome;
import io.straggler.model.SamplerSummary;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import io.straggler.model.WaitEnd;
import io.straggler.model.WatchedThread;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The {@code straggler.*} events of one chunk, turned back into the model's words. */
public final class StragglerEvents {
    /** A stack is taken within this of being asked for, or counts as the answer to nothing. */
    static final long SOON_NS = 1_000_000;

    public final List<ClockMap.Pair> pairs = new ArrayList<>();
    final List<WatchedThread> threads = new ArrayList<>();
    final Map<String, String> environment = new TreeMap<>();
    final List<RunOutcome> runs = new ArrayList<>();
    final List<SamplerSummary> samplers = new ArrayList<>();
    final List<RecordedInterval> intervals = new ArrayList<>();
    final List<Outlier> outliers = new ArrayList<>();
    final List<IterationEvent.Part> periodParts = new ArrayList<>();
    final List<Capture> captures = new ArrayList<>();
    final List<Carriage> carriages = new ArrayList<>();
    final List<ThreadUsage> usage = new ArrayList<>();
    final List<CoreUse> coreUse = new ArrayList<>();
    final List<CoreWaitEvent.Part> coreWaits = new ArrayList<>();
    final Set<Map.Entry<String, String>> connections = new HashSet<>();
    final List<LockOwnerEvent.LockOwner> lockOwners = new ArrayList<>();
    final List<CarrierWait> carrierWaits = new ArrayList<>();
    final List<WaitEnd> waitEnds = new ArrayList<>();
    final List<IdleStack> idleStacks = new ArrayList<>();
    final List<Evidence> stalls = new ArrayList<>();
    final List<StackSample> stacks = new ArrayList<>();

    /** The process that wrote the chunk, or {@code null} when it does not say. */
    @Nullable
    Long pid;

    String task = "";

    private final SharedValues shared = new SharedValues();
    private final BoundedDetails room;

    /** @param room for events of which there may be too many, shared by all chunks of a file */
    public StragglerEvents(BoundedDetails room) {
        this.room = room;
    }

    long processId() {
        return pid == null ? 0 : pid;
    }

    /** How much of the room it takes. */
    long details() {
        return BoundedDetails.PER_OUTLIER * outliers.size()
                + periodParts.size()
                + captures.size()
                + carriages.size()
                + usage.size()
                + coreUse.size()
                + coreWaits.size()
                + lockOwners.size()
                + carrierWaits.size()
                + waitEnds.size()
                + idleStacks.size()
                + stalls.size()
                + stacks.size();
    }

    boolean isEmpty() {
        return pid == null && runs.isEmpty() && outliers.isEmpty() && threads.isEmpty();
    }

    /** Which events of a type are ours: all or, {@code null}, none. */
    static @Nullable EventFilter filter(String typeName) {
        return typeName.startsWith(OwnEvents.PREFIX) ? EventFilter.ALL : null;
    }

    /**
     * Returns the consumer of a type's events; {@code null} for a type that is none of Straggler's, or of a later
     * version.
     */
    @Nullable
    Consumer<EventView> consumer(String typeName) {
        return switch (typeName) {
            case ClockEvents.REGULAR, ClockEvents.AT_CHUNK_BEGIN, ClockEvents.AT_CHUNK_END -> this::addPair;
            case ThreadEvent.NAME -> row -> threads.add(ThreadEvent.read(row));
            case EnvironmentEvent.NAME -> this::addEnvironment;
            case RunEvent.NAME -> this::addRun;
            case SamplerEvent.NAME -> row -> samplers.add(SamplerEvent.read(row));
            case IntervalEvent.NAME -> row -> intervals.add(IntervalEvent.read(row));
            case OutlierEvent.NAME -> row -> addOutlier(OutlierEvent.read(row, shared));
            case CallEvent.NAME -> row -> addOutlier(CallEvent.read(row, shared));
            case IterationEvent.NAME -> row -> addIfRoom(periodParts, IterationEvent.read(row, shared));
            case CaptureEvent.NAME -> row -> addIfRoom(captures, CaptureEvent.read(row));
            case CarriageEvent.NAME -> row -> addIfRoom(carriages, CarriageEvent.read(row));
            case ThreadUsageEvent.NAME -> row -> addIfRoom(usage, ThreadUsageEvent.read(row));
            case CoreUseEvent.NAME -> row -> addIfRoom(coreUse, CoreUseEvent.read(row));
            case CoreWaitEvent.NAME -> row -> addIfRoom(coreWaits, CoreWaitEvent.read(row));
            case ConnectionEvent.NAME -> row -> connections.add(ConnectionEvent.read(row));
            case LockOwnerEvent.NAME -> row -> addIfRoom(lockOwners, LockOwnerEvent.read(row));
            case CarrierWaitEvent.NAME -> row -> addIfRoom(carrierWaits, CarrierWaitEvent.read(row));
            case WaitEndEvent.NAME -> row -> addIfRoom(waitEnds, WaitEndEvent.read(row));
            case IdleStackEvent.NAME -> row -> addIfRoom(idleStacks, IdleStackEvent.read(row));
            case ProcessStallEvent.NAME -> row -> addIfRoom(stalls, ProcessStallEvent.read(row));
            case ProcessStopEvent.NAME -> row -> addIfRoom(stalls, ProcessStopEvent.read(row));
            case HiccupEvent.NAME -> row -> addIfRoom(stalls, HiccupEvent.read(row));
            case StackEvent.NAME -> row -> addIfRoom(stacks, StackEvent.read(row));
            default -> null;
        };
    }

    private <T> void addIfRoom(List<T> list, T decoded) {
        if (room.take()) {
            list.add(decoded);
        }
    }

    private void addOutlier(Outlier outlier) {
        if (room.take(outlier)) {
            outliers.add(outlier);
        }
    }

    private void addPair(EventView row) {
        ClockMap.Pair pair = new ClockMap.Pair(row.startTicks(), row.number("nanosBefore"), row.number("nanosAfter"));
        if (!pair.plausible()) {
            throw new CorruptChunkException("clocks must be read in order: pair=" + pair);
        }
        pid = row.number("pid");
        pairs.add(pair);
    }

    private void addEnvironment(EventView row) {
        Map.Entry<String, String> fact = EnvironmentEvent.read(row);
        environment.put(fact.getKey(), fact.getValue());
    }

    private void addRun(EventView row) {
        RunOutcome outcome = RunEvent.read(row, shared);
        task = RunEvent.task(row);
        runs.add(outcome);
    }
}
