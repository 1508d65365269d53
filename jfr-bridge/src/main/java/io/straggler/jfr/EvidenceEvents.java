package io.straggler.jfr;

import static io.straggler.model.Evidence.ANY_THREAD;

import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The JVM's events of one process as evidence. What happened on a thread counts only if the thread is watched; what stopped or
 * could touch all threads always does.
 *
 * <p>Some evidence is told in two events, in either order: it waits for {@link #finish}.
 */
final class EvidenceEvents {
    static final Set<String> NAMES = Set.of(
            "jdk.GCPhasePause",
            "jdk.GarbageCollection",
            "jdk.ExecuteVMOperation",
            "jdk.SafepointBegin",
            "jdk.SafepointStateSynchronization",
            "jdk.SafepointLatency",
            "jdk.JavaMonitorEnter",
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
            "jdk.Compilation");

    /** What stopped or could touch all threads, whichever it happened on. */
    static final Set<String> OF_ALL_THREADS = Set.of(
            "jdk.GCPhasePause",
            "jdk.GarbageCollection",
            "jdk.ExecuteVMOperation",
            "jdk.SafepointBegin",
            "jdk.SafepointStateSynchronization",
            "jdk.Compilation");

    private final Map<Long, Long> osIdsByJavaId;
    private final Consumer<Evidence> consumer;
    private final Map<Long, String> collections = new HashMap<>();
    private final Map<Long, List<Evidence>> pausesByGc = new HashMap<>();
    private final Map<Long, Evidence> safepoints = new HashMap<>();

    EvidenceEvents(Map<Long, Long> osIdsByJavaId, Consumer<Evidence> consumer) {
        this.osIdsByJavaId = osIdsByJavaId;
        this.consumer = consumer;
    }

    /** Takes an event; one that happened on a thread must be of a watched one. */
    void accept(Row row, ClockMap clock) {
        long startNs = clock.toNanos(row.number("startTime"));
        long endNs = clock.toNanos(row.number("startTime") + Math.max(0, row.number("duration")));
        switch (row.typeName()) {
            case "jdk.GarbageCollection" ->
                collections.put(row.number("gcId"), row.textOrEmpty("name") + ", " + row.textOrEmpty("cause"));
            case "jdk.GCPhasePause" ->
                pausesByGc
                        .computeIfAbsent(row.number("gcId"), id -> new ArrayList<>())
                        .add(new Evidence(Kind.GC_PAUSE, startNs, endNs, ANY_THREAD, row.textOrEmpty("name")));
            case "jdk.ExecuteVMOperation" ->
                consumer.accept(new Evidence(
                        Kind.VM_OPERATION,
                        startNs,
                        endNs,
                        ANY_THREAD,
                        row.textOrEmpty("operation") + (row.flag("safepoint") ? "" : " (outside a safepoint)")));
            case "jdk.SafepointBegin" ->
                safepoints.put(
                        row.number("safepointId"), timeToSafepoint(startNs, endNs, row.number("totalThreadCount")));
            case "jdk.SafepointStateSynchronization" ->
                safepoints.putIfAbsent(
                        row.number("safepointId"), timeToSafepoint(startNs, endNs, row.number("initialThreadCount")));
            case "jdk.Compilation" ->
                consumer.accept(new Evidence(Kind.COMPILATION, startNs, endNs, ANY_THREAD, compilation(row)));
            default -> acceptOnThread(row, startNs, endNs);
        }
    }

    /** Hands over what had waited for a second event. */
    void finish() {
        pausesByGc.forEach((gcId, pauses) -> pauses.forEach(pause -> {
            String gc = collections.get(gcId);
            String detail = gc == null ? pause.detail() : pause.detail() + " (" + gc + ")";
            consumer.accept(new Evidence(pause.kind(), pause.startNs(), pause.endNs(), pause.osThreadId(), detail));
        }));
        safepoints.values().forEach(consumer);
    }

    private void acceptOnThread(Row row, long startNs, long endNs) {
        long osId = watchedThread(row);
        Kind kind = switch (row.typeName()) {
            case "jdk.JavaMonitorEnter" -> Kind.MONITOR_ENTER;
            case "jdk.JavaMonitorWait" -> Kind.MONITOR_WAIT;
            case "jdk.ThreadPark" -> Kind.PARK;
            case "jdk.ThreadSleep" -> Kind.SLEEP;
            case "jdk.FileRead", "jdk.FileWrite", "jdk.FileForce" -> Kind.FILE_IO;
            case "jdk.SocketRead", "jdk.SocketWrite" -> Kind.SOCKET_IO;
            case "jdk.ClassLoad" -> Kind.CLASS_LOADING;
            case "jdk.Deoptimization" -> Kind.DEOPTIMIZATION;
            case "jdk.SafepointLatency" -> Kind.TIME_TO_SAFEPOINT;
            default -> Kind.ALLOCATION;
        };
        consumer.accept(new Evidence(kind, startNs, endNs, osId, detail(row)));
    }

    /** The operating system's id of the thread that an event happened on, or zero if nobody watches it. */
    long watchedThread(Row row) {
        Row thread = row.row("eventThread");
        return thread == null ? 0 : osIdsByJavaId.getOrDefault(thread.number("javaThreadId"), 0L);
    }

    private static String detail(Row row) {
        return switch (row.typeName()) {
            case "jdk.JavaMonitorEnter" -> withOwner(row);
            case "jdk.JavaMonitorWait" -> Names.ofClass(row, "monitorClass");
            case "jdk.ThreadPark" -> Names.ofClass(row, "parkedClass");
            case "jdk.FileRead" -> "read of " + row.number("bytesRead") + " bytes, " + row.textOrEmpty("path");
            case "jdk.FileWrite" -> "write of " + row.number("bytesWritten") + " bytes, " + row.textOrEmpty("path");
            case "jdk.FileForce" -> "force, " + row.textOrEmpty("path");
            case "jdk.SocketRead" -> "read of " + row.number("bytesRead") + " bytes, " + address(row);
            case "jdk.SocketWrite" -> "write of " + row.number("bytesWritten") + " bytes, " + address(row);
            case "jdk.ClassLoad" -> Names.ofClass(row, "loadedClass");
            case "jdk.Deoptimization" ->
                row.textOrEmpty("reason") + ", " + row.textOrEmpty("action") + ", " + method(row);
            case "jdk.SafepointLatency" -> "this thread, " + row.textOrEmpty("threadState");
            case "jdk.ObjectAllocationInNewTLAB" ->
                "new buffer of " + row.number("tlabSize") + " bytes for " + Names.ofClass(row, "objectClass");
            case "jdk.ObjectAllocationOutsideTLAB" ->
                row.number("allocationSize") + " bytes outside a buffer for " + Names.ofClass(row, "objectClass");
            case "jdk.ZAllocationStall" -> "stall for " + row.number("size") + " bytes";
            default -> "";
        };
    }

    private static Evidence timeToSafepoint(long startNs, long endNs, long threads) {
        return new Evidence(Kind.TIME_TO_SAFEPOINT, startNs, endNs, ANY_THREAD, threads + " threads");
    }

    private static String compilation(Row row) {
        return method(row) + ", level " + row.number("compileLevel");
    }

    private static String method(Row row) {
        Row method = row.row("method");
        return method == null ? "" : Names.ofMethod(method);
    }

    private static String withOwner(Row row) {
        String owner = Names.ofThread(row, "previousOwner");
        String monitor = Names.ofClass(row, "monitorClass");
        return owner.isEmpty() ? monitor : monitor + ", held by " + owner;
    }

    private static String address(Row row) {
        String host = row.textOrEmpty("host");
        return (host.isEmpty() ? row.textOrEmpty("address") : host) + ":" + row.number("port");
    }
}
