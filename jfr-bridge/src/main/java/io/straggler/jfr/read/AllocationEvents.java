package io.straggler.jfr.read;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.AllocationSample;
import io.straggler.model.StackFrame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Allocations of one process that were recorded with a stack, each with the pause that followed it.
 *
 * <p>A profiler's events about buffers count only where the JVM sampled nothing itself. Bounded: if there are too many before pauses that
 * touched outliers, the earliest are left out. Threads: one.
 */
public final class AllocationEvents {
    /** Samples of one process. */
    static final int MAX_SAMPLES = 50_000;

    /** Pauses of one process; what was allocated before later ones is not known. */
    private static final int MAX_PAUSES = 200_000;

    private static final int MAX_THREADS = 100_000;
    private static final int MAX_NAMES = 10_000;

    /** Causes of collections that the JVM does for another reason than to make room for objects. */
    private static final Set<String> NOT_FOR_ROOM = Set.of(
            "System.gc()",
            "JvmtiEnv ForceGarbageCollection",
            "Heap Inspection Initiated GC",
            "Heap Dump Initiated GC",
            "Diagnostic Command",
            "Metadata GC Threshold",
            "Metadata GC Clear Soft References",
            "CodeCache GC Threshold",
            "CodeCache GC Aggressive",
            "G1 Periodic Collection");

    private final Function<EventView, List<StackFrame>> stacks;
    private final List<Sample> samples = new ArrayList<>();
    private final TreeMap<Long, Pause> pauses = new TreeMap<>();
    private final Set<Long> notForRoom = new HashSet<>();
    private final Set<Long> threads = new HashSet<>();
    private final Map<String, String> names = new HashMap<>();
    private boolean sampledByJvm;
    private long left;

    private record Pause(long gcId, long endNs) {}

    /**
     * An event with a stack.
     *
     * @param first whether nothing was read of its thread before: its bytes may reach back to before the recording
     */
    private record Sample(long timeNs, String objectClass, long bytes, List<StackFrame> frames, boolean first) {}

    /**
     * Samples of one process or of several.
     *
     * @param samples in order of time
     * @param leftOut how many there was no room for
     */
    public record Found(List<AllocationSample> samples, long leftOut) {
        public static final Found NOTHING = new Found(List.of(), 0);

        public Found {
            samples = List.copyOf(samples);
        }

        Found and(Found other) {
            return new Found(
                    Stream.concat(samples.stream(), other.samples.stream())
                            .sorted(Comparator.comparingLong(AllocationSample::timeNs))
                            .toList(),
                    leftOut + other.leftOut);
        }

        /** Sentence about samples that were left out; empty if none was. */
        public Optional<String> left() {
            return leftOut == 0
                    ? Optional.empty()
                    : Optional.of("only the last " + samples.size()
                            + " samples of allocations before pauses are read; the first " + leftOut
                            + " were left out.");
        }
    }

    /** @param stacks the stack of an event, root first */
    AllocationEvents(Function<EventView, List<StackFrame>> stacks) {
        this.stacks = stacks;
    }

    /** Whether events of this type are the JVM's samples. */
    static boolean isSample(String typeName) {
        return EvidenceType.ALLOCATION_SAMPLE.equals(typeName);
    }

    /** Whether events of this type are samples if they have a stack. */
    static boolean isBuffer(String typeName) {
        return EvidenceType.NEW_BUFFER.equals(typeName) || EvidenceType.OUTSIDE_BUFFER.equals(typeName);
    }

    static boolean hasStack(EventView row) {
        return row.number("stackTrace") != 0;
    }

    /** Takes a part of a collection: its reason, or a pause. */
    void collected(EventView row, long startNs, long endNs) {
        if (row.typeName().equals("jdk.GCPhasePause")) {
            if (pauses.size() < MAX_PAUSES) {
                pauses.put(startNs, new Pause(row.number("gcId"), endNs));
            }
        } else if (NOT_FOR_ROOM.contains(row.textOrEmpty("cause"))) {
            notForRoom.add(row.number("gcId"));
        }
    }

    /** Takes an allocation, if it has a stack. */
    void accept(EventView row, long timeNs) {
        boolean ofBuffer = isBuffer(row.typeName());
        if (!hasStack(row) || ofBuffer && sampledByJvm) {
            return;
        }
        if (!ofBuffer && !sampledByJvm) {
            sampledByJvm = true;
            samples.clear();
        }
        List<StackFrame> frames = stacks.apply(row);
        long bytes = bytes(row);
        if (bytes > 0 && !frames.isEmpty()) {
            String objectClass = shared(JvmNames.ofClass(row, "objectClass"));
            samples.add(new Sample(timeNs, objectClass, bytes, frames, !ofBuffer && isFirst(row)));
        }
    }

    private static long bytes(EventView row) {
        return switch (row.typeName()) {
            case EvidenceType.NEW_BUFFER -> row.number("tlabSize");
            case EvidenceType.OUTSIDE_BUFFER -> row.number("allocationSize");
            default -> row.number("weight");
        };
    }

    /** Virtual threads share the JVM's counts with their carriers, about which nothing is known. */
    private boolean isFirst(EventView row) {
        EventView thread = row.row("eventThread");
        return thread != null
                && !thread.flag("virtual")
                && threads.size() < MAX_THREADS
                && threads.add(thread.number("javaThreadId"));
    }

    private String shared(String name) {
        return names.size() < MAX_NAMES ? names.computeIfAbsent(name, same -> same) : name;
    }

    /** Forgets what was allocated before pauses that touch no outlier, if there is too much; to be called before a chunk is read. */
    void forget(BoundedEvidence kept) {
        if (samples.size() <= MAX_SAMPLES) {
            return;
        }
        samples.removeIf(sample -> {
            Map.Entry<Long, Pause> next = pauses.ceilingEntry(sample.timeNs);
            return next != null && !touchesOutlier(next, kept);
        });
        leaveOutEarliest();
    }

    private void leaveOutEarliest() {
        int surplus = samples.size() - MAX_SAMPLES;
        if (surplus > 0) {
            samples.sort(Comparator.comparingLong(Sample::timeNs));
            samples.subList(0, surplus).clear();
            left += surplus;
        }
    }

    private static boolean touchesOutlier(Map.Entry<Long, Pause> pause, BoundedEvidence kept) {
        return kept.wants(pause.getKey(), pause.getValue().endNs);
    }

    /** Samples of allocations before pauses that touched outliers; complete when all is read. */
    Found found(BoundedEvidence kept) {
        samples.removeIf(sample -> !counts(pauses.ceilingEntry(sample.timeNs), kept));
        leaveOutEarliest();
        long usualBytes = medianBytes();
        return new Found(
                samples.stream()
                        .map(sample -> new AllocationSample(
                                sample.timeNs,
                                Objects.requireNonNull(pauses.ceilingKey(sample.timeNs), "one without does not count"),
                                sample.objectClass,
                                sample.first ? Math.min(sample.bytes, usualBytes) : sample.bytes,
                                sample.frames))
                        .sorted(Comparator.comparingLong(AllocationSample::timeNs))
                        .toList(),
                left);
    }

    private boolean counts(Map.@Nullable Entry<Long, Pause> next, BoundedEvidence kept) {
        return next != null && !notForRoom.contains(next.getValue().gcId) && touchesOutlier(next, kept);
    }

    /** Median of the samples that are not the first of their thread; of all, if there are no others. */
    private long medianBytes() {
        long[] sizes = samples.stream()
                .filter(sample -> !sample.first)
                .mapToLong(Sample::bytes)
                .sorted()
                .toArray();
        if (sizes.length == 0) {
            sizes = samples.stream().mapToLong(Sample::bytes).sorted().toArray();
        }
        return sizes.length == 0 ? 0 : sizes[sizes.length / 2];
    }
}
