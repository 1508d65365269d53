package io.straggler.jfr.read;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Place;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A type of the JVM's events that can be evidence: the one table of how it is recorded and read.
 *
 * @param name of the type
 * @param recorded under which settings
 * @param read how it becomes evidence
 * @param kind of that evidence, if one event is one piece of it; {@code null} otherwise
 * @param place who or where, without what differs from one time to the next, so that equal ones can be added up
 */
public record EvidenceType(
        String name, Recorded recorded, Read read, @Nullable Kind kind, Function<EventView, Place> place) {
    /** The settings of a type. */
    public enum Recorded {
        /**
         * Events of blocked threads, from the arm delay on. Each has a stack, which stands for the time of the event in
         * the report. The thread walks it when it goes on, late already. Straggler's threads and the pacer sleep
         * natively, so none of these events is theirs.
         */
        BLOCKING,
        /** Stops of all threads. Rare, and small ones add up within one outlier: no threshold. */
        STOPPING,
        /** Work of the JVM, on the thread itself or in competition with it, from the arm delay on. */
        WORKING,
        /** Instants. Allocation events come once per thread-local buffer, which is cheap as long as no stack is walked. */
        INSTANT,
        /**
         * Instants with a stack a few times a second; each speaks for everything that the thread did since the one
         * before.
         */
        SAMPLED,
        /** Events of async-profiler, under settings that it keeps itself. */
        BY_PROFILER
    }

    /** How events become evidence. */
    public enum Read {
        /** Each is a piece of evidence. */
        ALONE,
        /** Only together with others, in any order: {@link CollectionEvents}. */
        AS_COLLECTION,
        /** Only together with others, in any order: {@link SafepointEvents}. */
        AS_SAFEPOINT,
        /** Read as part of a safepoint if the operation needed one, else alone. */
        AS_OPERATION,
        /** Says what pinned a carrier while another virtual thread waited for one: {@link CarrierWaits}. */
        AS_PINNED,
        /** Says that a scheduler of virtual threads did not take one: {@link EvidenceEvents#refusedThreads}. */
        AS_REFUSAL,
        /** Says what filled the heap before a pause: {@link AllocationEvents}. */
        AS_ALLOCATION,
        /** Recorded only for readers of the recording. */
        NOT;

        /** Whether one that touches no outlier may name what another one is. */
        boolean needsOthers() {
            return this == AS_COLLECTION || this == AS_SAFEPOINT || this == AS_OPERATION;
        }
    }

    /** Could touch any thread. */
    static final String COMPILATION = "jdk.Compilation";

    /** Could keep any virtual thread waiting. */
    static final String PINNED = "jdk.VirtualThreadPinned";

    /** A scheduler of virtual threads did not take one that was to go on. */
    static final String SUBMIT_FAILED = "jdk.VirtualThreadSubmitFailed";

    /** Type of sleeps; a virtual thread may come back late from one. */
    static final String THREAD_SLEEP = "jdk.ThreadSleep";

    /** Event about the allocation since the last such event of the thread. */
    static final String ALLOCATION_SAMPLE = "jdk.ObjectAllocationSample";

    /** A thread took a new buffer for its allocations. */
    static final String NEW_BUFFER = "jdk.ObjectAllocationInNewTLAB";

    /** Event of a thread that allocated outside of its buffer. */
    static final String OUTSIDE_BUFFER = "jdk.ObjectAllocationOutsideTLAB";

    /** Names who is waited for. */
    static final String MONITOR_ENTER = "jdk.JavaMonitorEnter";

    /** Names who notified. */
    static final String MONITOR_WAIT = "jdk.JavaMonitorWait";

    static final String SOCKET_READ = "jdk.SocketRead";
    static final String SOCKET_WRITE = "jdk.SocketWrite";

    public static final List<EvidenceType> ALL = List.of(
            blocking(MONITOR_ENTER, Kind.MONITOR_ENTER, ofClass("monitorClass")),
            blocking(MONITOR_WAIT, Kind.MONITOR_WAIT, ofClass("monitorClass")),
            blocking("jdk.ThreadPark", Kind.PARK, ofClass("parkedClass")),
            blocking(THREAD_SLEEP, Kind.SLEEP, event -> Place.NONE),
            blocking("jdk.FileRead", Kind.FILE_IO, event -> Place.of("read", event.nameOrEmpty("path"))),
            blocking("jdk.FileWrite", Kind.FILE_IO, event -> Place.of("write", event.nameOrEmpty("path"))),
            blocking("jdk.FileForce", Kind.FILE_IO, event -> Place.of("force", event.nameOrEmpty("path"))),
            blocking(SOCKET_READ, Kind.SOCKET_IO, event -> Place.of("read", address(event))),
            blocking(SOCKET_WRITE, Kind.SOCKET_IO, event -> Place.of("write", address(event))),
            alone("profiler.NativeLock", Recorded.BY_PROFILER, Kind.MONITOR_ENTER, event -> Place.of("native lock")),
            new EvidenceType(PINNED, Recorded.BLOCKING, Read.AS_PINNED, null, event -> Place.NONE),
            inSeveral(SUBMIT_FAILED, Recorded.INSTANT, Read.AS_REFUSAL),
            inSeveral("jdk.GarbageCollection", Recorded.STOPPING, Read.AS_COLLECTION),
            inSeveral("jdk.GCPhasePause", Recorded.STOPPING, Read.AS_COLLECTION),
            inSeveral("jdk.SafepointBegin", Recorded.STOPPING, Read.AS_SAFEPOINT),
            inSeveral("jdk.SafepointStateSynchronization", Recorded.STOPPING, Read.AS_SAFEPOINT),
            inSeveral("jdk.SafepointEnd", Recorded.STOPPING, Read.AS_SAFEPOINT),
            inSeveral("jdk.ExecuteVMOperation", Recorded.STOPPING, Read.AS_OPERATION),
            alone("jdk.ZAllocationStall", Recorded.STOPPING, Kind.ALLOCATION, event -> Place.of("stall")),
            inSeveral("jdk.GCPhasePauseLevel1", Recorded.WORKING, Read.AS_COLLECTION),
            unread("jdk.GCPhasePauseLevel2", Recorded.WORKING),
            inSeveral("jdk.SafepointLatency", Recorded.WORKING, Read.AS_SAFEPOINT),
            alone("jdk.ClassLoad", Recorded.WORKING, Kind.CLASS_LOADING, ofClass("loadedClass")),
            alone(
                    "jdk.NativeLibraryLoad",
                    Recorded.WORKING,
                    Kind.CLASS_LOADING,
                    event -> Place.of("native library", event.nameOrEmpty("name"))),
            alone(
                    "jdk.RetransformClasses",
                    Recorded.WORKING,
                    Kind.CLASS_LOADING,
                    event -> Place.of("classes retransformed")),
            alone("jdk.RedefineClasses", Recorded.WORKING, Kind.CLASS_LOADING, event -> Place.of("classes redefined")),
            alone(
                    COMPILATION,
                    Recorded.WORKING,
                    Kind.COMPILATION,
                    event -> Place.of(method(event), "level " + event.number("compileLevel"))),
            unread("jdk.ClassDefine", Recorded.INSTANT),
            alone(
                    "jdk.Deoptimization",
                    Recorded.INSTANT,
                    Kind.DEOPTIMIZATION,
                    event -> Place.of(event.nameOrEmpty("reason") + ", " + event.nameOrEmpty("action"), method(event))),
            inSeveral(ALLOCATION_SAMPLE, Recorded.SAMPLED, Read.AS_ALLOCATION),
            alone(
                    NEW_BUFFER,
                    Recorded.INSTANT,
                    Kind.ALLOCATION,
                    ofClass("objectClass", name -> "new buffer for " + name)),
            alone(
                    OUTSIDE_BUFFER,
                    Recorded.INSTANT,
                    Kind.ALLOCATION,
                    ofClass("objectClass", name -> "outside a buffer for " + name)));

    private static final Map<String, EvidenceType> BY_NAME =
            ALL.stream().collect(Collectors.toUnmodifiableMap(EvidenceType::name, type -> type));

    /** @return {@code null} if there is none of that name */
    static @Nullable EvidenceType of(String name) {
        return BY_NAME.get(name);
    }

    /** Whether an event of that name is a thread that waits. */
    public static boolean isWait(String name) {
        EvidenceType type = of(name);
        return type != null && (type.recorded == Recorded.BLOCKING || type.recorded == Recorded.BY_PROFILER);
    }

    /** Whether the JVM records it, under settings that it is given. */
    public boolean ofTheJvm() {
        return recorded != Recorded.BY_PROFILER;
    }

    static Set<String> names(Predicate<EvidenceType> which) {
        return ALL.stream().filter(which).map(EvidenceType::name).collect(Collectors.toUnmodifiableSet());
    }

    private static EvidenceType blocking(String name, Kind kind, Function<EventView, Place> place) {
        return alone(name, Recorded.BLOCKING, kind, place);
    }

    private static EvidenceType alone(String name, Recorded recorded, Kind kind, Function<EventView, Place> place) {
        return new EvidenceType(name, recorded, Read.ALONE, kind, place);
    }

    private static EvidenceType inSeveral(String name, Recorded recorded, Read read) {
        return new EvidenceType(name, recorded, read, null, event -> Place.NONE);
    }

    private static EvidenceType unread(String name, Recorded recorded) {
        return new EvidenceType(name, recorded, Read.NOT, null, event -> Place.NONE);
    }

    private static Function<EventView, Place> ofClass(String field) {
        return ofClass(field, UnaryOperator.identity());
    }

    private static Function<EventView, Place> ofClass(String field, UnaryOperator<String> named) {
        return event -> Place.of(named.apply(JvmNames.ofClass(event, field)));
    }

    private static String method(EventView event) {
        EventView method = event.row("method");
        return method == null ? "" : JvmNames.ofMethod(method);
    }

    private static String address(EventView event) {
        String host = event.nameOrEmpty("host");
        return (host.isEmpty() ? event.nameOrEmpty("address") : host) + ":" + event.number("port");
    }
}
