package io.straggler.jfr.read;

import static io.straggler.model.Evidence.ANY_THREAD;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The JVM's events of one process as evidence. What happened on a thread counts only if the thread is watched; what stopped or
 * could touch all threads always does.
 *
 * <p>Some evidence is told in several events, in any order: it waits for {@link #finish}. Details name who or where and leave out
 * what differs from one time to the next, such as a number of bytes, so that equal ones can be added up.
 */
public final class EvidenceEvents {
    /** What is told in several events, of which one that touches no outlier may name what another one is. */
    public static final Set<String> IN_SEVERAL = Set.of(
            "jdk.GCPhasePause",
            "jdk.GCPhasePauseLevel1",
            "jdk.GarbageCollection",
            "jdk.ExecuteVMOperation",
            "jdk.SafepointBegin",
            "jdk.SafepointStateSynchronization",
            "jdk.SafepointEnd",
            "jdk.SafepointLatency");

    /** Could touch any thread. */
    static final String COMPILATION = "jdk.Compilation";

    /** Tells who is waited for. */
    static final String MONITOR_ENTER = "jdk.JavaMonitorEnter";

    private static final Set<String> ALONE = Set.of(
            MONITOR_ENTER,
            "jdk.ThreadPark",
            "jdk.JavaMonitorWait",
            "jdk.ThreadSleep",
            "jdk.FileRead",
            "jdk.FileWrite",
            "jdk.FileForce",
            "jdk.SocketRead",
            "jdk.SocketWrite",
            "jdk.ClassLoad",
            "jdk.ObjectAllocationInNewTLAB",
            "jdk.ObjectAllocationOutsideTLAB",
            "jdk.ZAllocationStall",
            "jdk.Deoptimization",
            COMPILATION);

    /** All of which something is read. */
    public static final Set<String> NAMES =
            Stream.concat(IN_SEVERAL.stream(), ALONE.stream()).collect(Collectors.toUnmodifiableSet());

    /** What the owner of a monitor can be blocked in. */
    private static final Set<Kind> BLOCKING =
            EnumSet.of(Kind.PARK, Kind.MONITOR_WAIT, Kind.SLEEP, Kind.FILE_IO, Kind.SOCKET_IO);

    private final Map<Long, Long> osIdsByJavaId;
    private final KeptEvidence kept;
    private final CollectionEvents collections = new CollectionEvents();
    private final SafepointEvents safepoints = new SafepointEvents();
    private final MonitorEvents monitors = new MonitorEvents();

    EvidenceEvents(Map<Long, Long> osIdsByJavaId, KeptEvidence kept) {
        this.osIdsByJavaId = osIdsByJavaId;
        this.kept = kept;
    }

    /** Whether events of this type tell what the owner of a monitor was blocked in, on whichever thread they happened. */
    static boolean mayTellOfOwners(String typeName) {
        return BLOCKING.contains(kind(typeName));
    }

    /** Whether events of this type tell that their thread was blocked, with a stack that shows where. */
    static boolean blocks(String typeName) {
        return typeName.equals(MONITOR_ENTER) || mayTellOfOwners(typeName);
    }

    /** Whether it is of use what a thread was blocked in, because a watched one waited for it. */
    boolean waitedFor(long javaThreadId) {
        return monitors.waitedFor(javaThreadId);
    }

    /** Takes an event. */
    void accept(EventView row, ClockMap clock) {
        long startNs = clock.toNanos(row.startTicks());
        long endNs = clock.toNanos(row.endTicks());
        switch (row.typeName()) {
            case "jdk.GarbageCollection", "jdk.GCPhasePause", "jdk.GCPhasePauseLevel1" ->
                collections.accept(row, startNs, endNs);
            case "jdk.SafepointBegin",
                    "jdk.SafepointStateSynchronization",
                    "jdk.SafepointEnd",
                    "jdk.SafepointLatency" -> safepoints.accept(row, startNs, endNs);
            case "jdk.ExecuteVMOperation" -> {
                if (row.flag("safepoint")) {
                    safepoints.accept(row, startNs, endNs);
                } else if (kept.wants(startNs, endNs)) {
                    kept.add(new Evidence(Kind.VM_WORK, startNs, endNs, ANY_THREAD, row.textOrEmpty("operation")));
                }
            }
            default -> {
                if (kept.wants(startNs, endNs)) {
                    acceptWanted(row, startNs, endNs);
                }
            }
        }
    }

    private void acceptWanted(EventView row, long startNs, long endNs) {
        if (row.typeName().equals(COMPILATION)) {
            kept.add(new Evidence(Kind.COMPILATION, startNs, endNs, ANY_THREAD, compilation(row)));
        } else {
            acceptOnThread(row, startNs, endNs);
        }
    }

    /** Hands over what had waited for a second event. */
    void finish() {
        safepoints.finish(collections, kept::add);
        collections.finish(kept::add);
        monitors.finish(kept::add);
    }

    private void acceptOnThread(EventView row, long startNs, long endNs) {
        long javaId = javaThread(row);
        Long osId = osIdsByJavaId.get(javaId);
        Kind kind = kind(row.typeName());
        boolean owners = BLOCKING.contains(kind) && monitors.waitedFor(javaId);
        if (osId == null && !owners) {
            return;
        }
        if (kind == Kind.MONITOR_ENTER) {
            monitors.accept(row, osId, startNs, endNs);
            return;
        }
        Evidence evidence = new Evidence(kind, startNs, endNs, osId == null ? ANY_THREAD : osId, detail(row));
        if (owners) {
            monitors.blocked(javaId, evidence);
        }
        if (osId != null) {
            kept.add(evidence);
        }
    }

    private static Kind kind(String typeName) {
        return switch (typeName) {
            case MONITOR_ENTER -> Kind.MONITOR_ENTER;
            case "jdk.JavaMonitorWait" -> Kind.MONITOR_WAIT;
            case "jdk.ThreadPark" -> Kind.PARK;
            case "jdk.ThreadSleep" -> Kind.SLEEP;
            case "jdk.FileRead", "jdk.FileWrite", "jdk.FileForce" -> Kind.FILE_IO;
            case "jdk.SocketRead", "jdk.SocketWrite" -> Kind.SOCKET_IO;
            case "jdk.ClassLoad" -> Kind.CLASS_LOADING;
            case "jdk.Deoptimization" -> Kind.DEOPTIMIZATION;
            default -> Kind.ALLOCATION;
        };
    }

    /** The operating system's id of the thread that an event happened on, or zero if nobody watches it. */
    long watchedThread(EventView row) {
        return osIdsByJavaId.getOrDefault(javaThread(row), 0L);
    }

    /** The JVM's id of the thread that an event happened on, or zero if it does not tell. */
    static long javaThread(EventView row) {
        EventView thread = row.row("eventThread");
        return thread == null ? 0 : thread.number("javaThreadId");
    }

    private static String detail(EventView row) {
        return switch (row.typeName()) {
            case "jdk.JavaMonitorWait" -> JvmNames.ofClass(row, "monitorClass");
            case "jdk.ThreadPark" -> JvmNames.ofClass(row, "parkedClass");
            case "jdk.FileRead" -> "read, " + row.textOrEmpty("path");
            case "jdk.FileWrite" -> "write, " + row.textOrEmpty("path");
            case "jdk.FileForce" -> "force, " + row.textOrEmpty("path");
            case "jdk.SocketRead" -> "read, " + address(row);
            case "jdk.SocketWrite" -> "write, " + address(row);
            case "jdk.ClassLoad" -> JvmNames.ofClass(row, "loadedClass");
            case "jdk.Deoptimization" ->
                row.textOrEmpty("reason") + ", " + row.textOrEmpty("action") + ", " + method(row);
            case "jdk.ObjectAllocationInNewTLAB" -> "new buffer for " + JvmNames.ofClass(row, "objectClass");
            case "jdk.ObjectAllocationOutsideTLAB" -> "outside a buffer for " + JvmNames.ofClass(row, "objectClass");
            case "jdk.ZAllocationStall" -> "stall";
            default -> "";
        };
    }

    private static String compilation(EventView row) {
        return method(row) + ", level " + row.number("compileLevel");
    }

    private static String method(EventView row) {
        EventView method = row.row("method");
        return method == null ? "" : JvmNames.ofMethod(method);
    }

    private static String address(EventView row) {
        String host = row.textOrEmpty("host");
        return (host.isEmpty() ? row.textOrEmpty("address") : host) + ":" + row.number("port");
    }
}
