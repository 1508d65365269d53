package io.straggler.jfr.read;

import static io.straggler.model.Evidence.ANY_THREAD;

import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.jfr.read.EvidenceType.Read;
import io.straggler.model.CarrierWait;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.LibraryMethods;
import io.straggler.model.Place;
import io.straggler.model.StackFrame;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * The JVM's events of one process as evidence. What happened on a thread counts only if the thread is watched; what stopped or
 * could touch all threads always does.
 *
 * <p>Some evidence is reported in several events, in any order: it waits for {@link #finish}, unless {@link #nextChunk} finds that it touches no outlier. {@link EvidenceType} is
 * the table of the types.
 */
public final class EvidenceEvents {
    /**
     * Types of events that are understood only together, such as the events of one safepoint: one that touches no
     * outlier may name another one.
     */
    public static final Set<String> IN_SEVERAL =
            EvidenceType.names(type -> type.read().needsOthers());

    /** Names of the event types that are read. */
    public static final Set<String> NAMES = EvidenceType.names(type -> type.read() != Read.NOT);

    /** Name the thread that was waited for. */
    private static final Set<String> NAMING = Set.of(
            EvidenceType.MONITOR_ENTER, EvidenceType.MONITOR_WAIT, EvidenceType.SOCKET_READ, EvidenceType.SOCKET_WRITE);

    /** Kinds of events in which a thread that is waited for can be blocked. */
    private static final Set<Kind> BLOCKING =
            EnumSet.of(Kind.PARK, Kind.MONITOR_ENTER, Kind.MONITOR_WAIT, Kind.SLEEP, Kind.FILE_IO, Kind.SOCKET_IO);

    private static final String VIRTUAL_SLEEP = "java.lang.VirtualThread.sleep";

    private final Map<Long, Long> osIdsByJavaId;
    private final BoundedEvidence kept;
    private final StopCollector stops;
    private final CollectionEvents collections = new CollectionEvents();
    private final SafepointEvents safepoints = new SafepointEvents();
    private final PartnerEvents partners;
    private final CarrierWaits carriers = new CarrierWaits();
    private final AllocationEvents allocations;
    private final Function<EventView, List<StackFrame>> stacks;

    private long refusedThreads;

    /** Callers by stack; recordings share equal stacks. */
    private final Map<List<StackFrame>, String> callers = new IdentityHashMap<>();

    /** Whether the chunk has said anything that is reported in several events; the profiler's do not. */
    private boolean inSeveral;

    /** @param stacks the stack of an event, root first */
    EvidenceEvents(
            Map<Long, Long> osIdsByJavaId,
            PartnerEvents partners,
            BoundedEvidence kept,
            StopCollector stops,
            Function<EventView, List<StackFrame>> stacks) {
        this.stacks = stacks;
        this.allocations = new AllocationEvents(stacks);
        this.osIdsByJavaId = osIdsByJavaId;
        this.partners = partners;
        this.kept = kept;
        this.stops = stops;
    }

    /**
     * Whether events of this type show that their thread was blocked, with a stack that shows where; of whichever thread, because a watched one may
     * have waited for it.
     */
    static boolean blocks(String typeName) {
        EvidenceType type = EvidenceType.of(typeName);
        return type != null && BLOCKING.contains(type.kind());
    }

    /** Whether events of this type name the thread that was waited for. */
    static boolean namesPartners(String typeName) {
        return NAMING.contains(typeName);
    }

    /** Forgets what of the chunks so far, but the last, has to do with no outlier; to be called before a chunk is read. */
    void nextChunk() {
        if (inSeveral) {
            safepoints.forget(kept, stops);
            collections.forget(kept, safepoints, stops);
            inSeveral = false;
        }
        allocations.forget(kept);
    }

    /** How many safepoints and collections wait for {@link #finish}. */
    int held() {
        return safepoints.held() + collections.held();
    }

    /** Takes note of whom an event names; to be called with all of a chunk before any is accepted. */
    void learn(EventView row) {
        partners.learn(row, osIdsByJavaId.containsKey(javaThread(row)));
    }

    /** Whether it is of use what a thread was blocked in, because a watched one may have waited for it. */
    boolean waitedFor(long javaThreadId) {
        return partners.mayHaveWoken() || partners.waitedFor(javaThreadId);
    }

    /** Takes an event. */
    void accept(EventView row, ClockMap clock) {
        EvidenceType type = Objects.requireNonNull(EvidenceType.of(row.typeName()), row.typeName());
        long startNs = clock.toNanos(row.startTicks());
        // Some recorders give instants a duration, which means nothing.
        long endNs = type.recorded() == EvidenceType.Recorded.INSTANT ? startNs : clock.toNanos(row.endTicks());
        inSeveral |= type.read().needsOthers();
        switch (type.read()) {
            case AS_COLLECTION -> {
                collections.accept(row, startNs, endNs);
                allocations.collected(row, startNs, endNs);
            }
            case AS_ALLOCATION -> allocations.accept(row, startNs);
            case AS_SAFEPOINT -> safepoints.accept(row, startNs, endNs);
            case AS_OPERATION -> {
                if (row.flag("safepoint")) {
                    safepoints.accept(row, startNs, endNs);
                } else if (kept.wants(startNs, endNs)) {
                    kept.add(new Evidence(
                            Kind.VM_WORK, startNs, endNs, ANY_THREAD, Place.of(row.nameOrEmpty("operation"))));
                }
            }
            case AS_PINNED -> {
                if (kept.wants(startNs, endNs)) {
                    carriers.pinned(startNs, endNs, javaThread(row), row.textOrEmpty("pinnedReason"), caller(row));
                }
            }
            case AS_REFUSAL -> refusedThreads += kept.wants(startNs, endNs) ? 1 : 0;
            default -> {
                if (AllocationEvents.isBuffer(row.typeName())) {
                    allocations.accept(row, startNs);
                }
                if (kept.wants(startNs, endNs)) {
                    acceptWanted(type, row, startNs, endNs);
                }
            }
        }
    }

    private void acceptWanted(EvidenceType type, EventView row, long startNs, long endNs) {
        if (type.kind() == Kind.COMPILATION) {
            kept.add(new Evidence(
                    type.kind(), startNs, endNs, ANY_THREAD, type.place().apply(row)));
        } else {
            acceptOnThread(type, row, startNs, endNs);
        }
    }

    /** Hands over what had waited for a second event. */
    void finish() {
        safepoints.finish(collections, stops, kept::addAtEnd);
        collections.finish(stops, kept::addAtEnd);
        partners.finish(kept::addAtEnd);
        carriers.finish(kept::addAtEnd);
    }

    /** When carriers were pinned while an outlier ran, and by what. */
    List<Pin> pins() {
        return carriers.pins();
    }

    /** How many times a scheduler did not take a virtual thread while an outlier ran. */
    long refusedThreads() {
        return refusedThreads;
    }

    /** Samples of allocations before pauses that touched outliers; complete when all is read. */
    AllocationEvents.Found allocations() {
        return allocations.found(kept);
    }

    private void acceptOnThread(EvidenceType type, EventView row, long startNs, long endNs) {
        long javaId = javaThread(row);
        Long osId = osIdsByJavaId.get(javaId);
        Kind typical = Objects.requireNonNull(type.kind(), type.name());
        boolean blocking = BLOCKING.contains(typical);
        boolean partner = blocking && partners.waitedFor(javaId);
        boolean waker = blocking && javaId != 0 && partners.mayHaveWoken();
        if (osId == null && !partner && !waker) {
            return;
        }
        Kind kind = typical == Kind.PARK && osId != null && sleeps(row) ? Kind.SLEEP : typical;
        if (osId != null && row.typeName().equals(EvidenceType.THREAD_SLEEP) && isVirtual(row)) {
            carriers.slept(osId, startNs, startNs + row.number("time"), endNs);
        }
        Evidence evidence = new Evidence(
                kind,
                startNs,
                endNs,
                osId == null ? ANY_THREAD : osId,
                type.place().apply(row));
        if (partner || waker) {
            Evidence called = withCaller(evidence, row);
            if (partner) {
                partners.blocked(javaId, called, row);
            }
            if (waker) {
                partners.slept(javaId, called, row);
            }
        }
        if (osId != null
                && kept.wants(evidence)
                && !partners.waited(evidence, row)
                && !(kept.ofOutlier(evidence) && partners.woken(evidence, row))) {
            kept.add(evidence);
        }
    }

    /** Evidence with the program's method that called into it: nobody takes stacks of a thread that is not watched. */
    private Evidence withCaller(Evidence evidence, EventView row) {
        String method = caller(row);
        return kept.withSharedPlace(
                method.isEmpty() ? evidence : evidence.at(evidence.place().calledBy(method)));
    }

    /** Whether a park is the sleep of a virtual thread that keeps its carrier. */
    private boolean sleeps(EventView row) {
        return stacks.apply(row).stream().anyMatch(frame -> frame.name().startsWith(VIRTUAL_SLEEP));
    }

    private static boolean isVirtual(EventView row) {
        EventView thread = row.row("eventThread");
        return thread != null && thread.flag("virtual");
    }

    /** The program's method that an event happened in; empty if it has none. */
    private String caller(EventView row) {
        return callers.computeIfAbsent(stacks.apply(row), EvidenceEvents::caller);
    }

    private static String caller(List<StackFrame> stack) {
        return LibraryMethods.calledBy(stack.stream()
                        .map(StackFrame::name)
                        .filter(name -> !name.startsWith("[")) // A method that the recording does not name.
                        .toList())
                .orElse("");
    }

    /** A virtual thread waited for a carrier. */
    void waitedForCarrier(CarrierWait wait) {
        carriers.waited(wait);
    }

    /** The operating system's id of the thread that an event happened on, or zero if nobody watches it. */
    long watchedThread(EventView row) {
        return osIdsByJavaId.getOrDefault(javaThread(row), 0L);
    }

    /** The JVM's id of the thread that an event happened on, or zero if it does not say. */
    static long javaThread(EventView row) {
        EventView thread = row.row("eventThread");
        return thread == null ? 0 : thread.number("javaThreadId");
    }
}
