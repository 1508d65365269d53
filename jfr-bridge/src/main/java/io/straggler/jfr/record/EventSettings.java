package io.straggler.jfr.record;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * JFR settings under which the JVM tells what can delay an iteration by an arm delay or more.
 *
 * <p>The JDK's own settings hide nearly all of it between 10 µs and 10 ms. Everything that samples or polls stays off: stacks
 * come from the tail trigger. A setting of an event that the running JDK does not know is ignored by JFR.
 */
public final class EventSettings {
    /**
     * What blocks a thread. Each event has a stack, which stands for the event's time in the report. The thread walks it when it goes
     * on, late as it is. Our own threads and the pacer sleep natively, so that none of these is theirs.
     */
    private static final List<String> BLOCKING = List.of(
            "jdk.JavaMonitorEnter",
            "jdk.JavaMonitorWait",
            "jdk.ThreadPark",
            "jdk.ThreadSleep",
            "jdk.FileRead",
            "jdk.FileWrite",
            "jdk.FileForce",
            "jdk.SocketRead",
            "jdk.SocketWrite",
            "jdk.VirtualThreadPinned");

    /** Stops of all threads. Rare, and small ones add up within one outlier: no threshold. */
    private static final List<String> STOPPING = List.of(
            "jdk.GarbageCollection",
            "jdk.GCPhasePause",
            "jdk.SafepointBegin",
            "jdk.SafepointStateSynchronization",
            "jdk.SafepointEnd",
            "jdk.ExecuteVMOperation",
            "jdk.ZAllocationStall");

    /** Work of the JVM, on the thread itself or in competition with it. */
    private static final List<String> WORKING = List.of(
            "jdk.GCPhasePauseLevel1",
            "jdk.GCPhasePauseLevel2",
            "jdk.SafepointLatency",
            "jdk.ClassLoad",
            "jdk.Compilation");

    /** Instants. Allocation events come once per thread-local buffer, which is cheap as long as no stack is walked. */
    private static final List<String> INSTANTS = List.of(
            "jdk.ClassDefine",
            "jdk.Deoptimization",
            "jdk.ObjectAllocationInNewTLAB",
            "jdk.ObjectAllocationOutsideTLAB");

    /** What a reader in JDK Mission Control wants to know of the JVM; once per chunk. */
    private static final List<String> FACTS = List.of(
            "jdk.JVMInformation",
            "jdk.OSInformation",
            "jdk.CPUInformation",
            "jdk.GCConfiguration",
            "jdk.ActiveRecording",
            "jdk.ActiveSetting");

    private static final List<String> OWN = List.of(
            "straggler.Run",
            "straggler.Sampler",
            "straggler.Environment",
            "straggler.Interval",
            "straggler.Outlier",
            "straggler.Iteration",
            "straggler.Thread",
            "straggler.Capture",
            "straggler.ThreadAccounting",
            "straggler.ProcessStop",
            "straggler.Standstill",
            "straggler.Hiccup",
            "straggler.Stack",
            "straggler.ClockPair",
            "straggler.ClockPairAtChunkBegin",
            "straggler.ClockPairAtChunkEnd");

    /** Sampling and polling that another configuration may have on; a second recording must not add to it. */
    private static final List<String> OFF = List.of(
            "jdk.ExecutionSample",
            "jdk.NativeMethodSample",
            "jdk.CPUTimeSample",
            "jdk.ObjectAllocationSample",
            "jdk.OldObjectSample",
            "jdk.ThreadCPULoad",
            "jdk.CPULoad",
            "jdk.NetworkUtilization",
            "jdk.ThreadDump",
            "jdk.NativeLibrary",
            "jdk.ModuleRequire",
            "jdk.ModuleExport",
            "jdk.InitialSystemProperty",
            "jdk.InitialEnvironmentVariable",
            "jdk.SystemProcess");

    private EventSettings() {}

    /**
     * The settings for an arm delay: what lasts at least that long is recorded, and what stops every thread always is.
     *
     * @param armDelay how long an iteration may run before the sampler starts to look; more than zero
     */
    public static Map<String, String> derivedFrom(Duration armDelay) {
        if (armDelay.isZero() || armDelay.isNegative()) {
            throw new IllegalArgumentException("armDelay must be more than zero: armDelay=" + armDelay);
        }
        String threshold = armDelay.toNanos() + " ns";
        Map<String, String> settings = new TreeMap<>();
        BLOCKING.forEach(event -> {
            enable(settings, event, threshold, "true");
            // JDK 25 limits I/O events by rate: the very one that mattered could be missing.
            settings.put(event + "#throttle", "off");
        });
        STOPPING.forEach(event -> enable(settings, event, "0 ns", "false"));
        WORKING.forEach(event -> enable(settings, event, threshold, "false"));
        INSTANTS.forEach(event -> enable(settings, event, "0 ns", "false"));
        FACTS.forEach(event -> settings.put(event + "#enabled", "true"));
        OWN.forEach(event -> settings.put(event + "#enabled", "true"));
        settings.put("straggler.ClockPair#period", "1 s");
        settings.put("jdk.SafepointLatency#throttle", "off");
        OFF.forEach(event -> settings.put(event + "#enabled", "false"));
        return settings;
    }

    private static void enable(Map<String, String> settings, String event, String threshold, String stackTrace) {
        settings.put(event + "#enabled", "true");
        settings.put(event + "#threshold", threshold);
        settings.put(event + "#stackTrace", stackTrace);
    }
}
