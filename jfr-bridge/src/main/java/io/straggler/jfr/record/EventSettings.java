package io.straggler.jfr.record;

import io.straggler.jfr.event.ClockEvents;
import io.straggler.jfr.event.OwnEvents;
import io.straggler.jfr.read.EvidenceType;
import io.straggler.jfr.read.EvidenceType.Recorded;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * JFR settings under which the JVM records what can delay an iteration by an arm delay or more.
 *
 * <p>The JDK's own settings hide nearly all of it between 10 µs and 10 ms. What samples or polls stays off, because stacks come
 * from the tail trigger; only allocations are sampled, to say what filled the heap before a pause. A setting of an event that the running JDK does not know is ignored by JFR.
 */
public final class EventSettings {
    /** Allocations that are recorded with their stack in a second, of all threads. A stack costs some microseconds. */
    static final int MAX_ALLOCATIONS_PER_SECOND = 20;

    /**
     * Events with facts about the JVM for readers in JDK Mission Control, once per chunk, and events that tell of
     * losses.
     */
    private static final List<String> FACTS = List.of(
            "jdk.JVMInformation",
            "jdk.OSInformation",
            "jdk.CPUInformation",
            "jdk.GCConfiguration",
            "jdk.DataLoss",
            "jdk.ActiveRecording",
            "jdk.ActiveSetting");

    /** Sampling and polling that another configuration may have on; a second recording must not add to it. */
    private static final List<String> OFF = List.of(
            "jdk.ExecutionSample",
            "jdk.NativeMethodSample",
            "jdk.CPUTimeSample",
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
        EvidenceType.ALL.stream().filter(EvidenceType::ofTheJvm).forEach(type -> enable(settings, type, threshold));
        FACTS.forEach(event -> settings.put(event + "#enabled", "true"));
        OwnEvents.names().forEach(event -> settings.put(event + "#enabled", "true"));
        settings.put(ClockEvents.REGULAR + "#period", "1 s");
        settings.put("jdk.SafepointLatency#throttle", "off");
        OFF.forEach(event -> settings.put(event + "#enabled", "false"));
        return settings;
    }

    /**
     * The settings for a recording of a program that knows nothing of us: the same, with stacks taken once in a period, since nobody
     * triggers any.
     *
     * @param shortest what lasts at least that long is recorded; more than zero
     */
    public static Map<String, String> withPeriodicStacks(Duration shortest) {
        Map<String, String> settings = derivedFrom(shortest);
        settings.keySet().removeIf(setting -> setting.startsWith(OwnEvents.PREFIX));
        OFF.forEach(event -> settings.remove(event + "#enabled"));
        settings.put("jdk.ExecutionSample#enabled", "true");
        settings.put("jdk.ExecutionSample#period", "10 ms");
        settings.put("jdk.NativeMethodSample#enabled", "true");
        settings.put("jdk.NativeMethodSample#period", "20 ms");
        // Hints at time without a core, which is not recorded.
        settings.put("jdk.CPULoad#enabled", "true");
        settings.put("jdk.CPULoad#period", "1 s");
        settings.put("jdk.ContainerCPUThrottling#enabled", "true");
        settings.put("jdk.ContainerCPUThrottling#period", "1 s");
        settings.put("jdk.CodeCacheFull#enabled", "true");
        // From JDK 25 on. What is not in a file cannot be switched on where a recording is started.
        settings.put("jdk.CPUTimeSample#enabled", "false");
        settings.put("jdk.CPUTimeSample#throttle", "10ms");
        settings.put("jdk.MethodTrace#enabled", "true");
        settings.put("jdk.MethodTrace#filter", "");
        settings.put("jdk.MethodTrace#threshold", "0 ms");
        settings.put("jdk.MethodTrace#stackTrace", "false");
        return settings;
    }

    private static void enable(Map<String, String> settings, EvidenceType type, String threshold) {
        if (type.recorded() == Recorded.SAMPLED) {
            settings.put(type.name() + "#enabled", "true");
            settings.put(type.name() + "#stackTrace", "true");
            settings.put(type.name() + "#throttle", MAX_ALLOCATIONS_PER_SECOND + "/s");
            return;
        }
        boolean fromArmDelayOn = type.recorded() == Recorded.BLOCKING || type.recorded() == Recorded.WORKING;
        settings.put(type.name() + "#enabled", "true");
        settings.put(type.name() + "#threshold", fromArmDelayOn ? threshold : "0 ns");
        settings.put(type.name() + "#stackTrace", Boolean.toString(type.recorded() == Recorded.BLOCKING));
        if (type.recorded() == Recorded.BLOCKING) {
            // JDK 25 limits I/O events by rate: the very one that mattered could be missing.
            settings.put(type.name() + "#throttle", "off");
        }
    }
}
