package io.straggler;

import io.straggler.model.MachineFacts;
import io.straggler.model.ProcessUse;
import io.straggler.sampler.linux.SystemFiles;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Where a run takes place: what can explain that the same code behaves differently elsewhere. */
public final class Environment {
    private static final String PEAK = "VmHWM:";

    private Environment() {}

    /** Facts of this JVM and machine, by name. What is unknown is left out. */
    public static Map<String, String> describe(SystemFiles files) {
        Map<String, String> facts = new LinkedHashMap<>();
        files.text("/proc/sys/kernel/hostname").map(String::trim).ifPresent(name -> facts.put("host", name));
        var runtime = ManagementFactory.getRuntimeMXBean();
        facts.put("jvm", runtime.getVmName() + " " + runtime.getVmVersion() + " (" + runtime.getVmVendor() + ")");
        facts.put("java", property("java.version"));
        facts.put(
                "jvm flags",
                runtime.getInputArguments().stream()
                        // Where our own parent process follows the recording: another place for every JVM.
                        .filter(argument -> !argument.startsWith("-XX:FlightRecorderOptions=repository=\""))
                        // The pinged transport is a separate fact, and the server's port is another every time.
                        .filter(argument -> !argument.startsWith("-Dstraggler.ping."))
                        .collect(Collectors.joining(" ")));
        facts.put(
                "gc",
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .map(GarbageCollectorMXBean::getName)
                        .collect(Collectors.joining(", ")));
        facts.put("heap max", Runtime.getRuntime().maxMemory() / (1024 * 1024) + " MB");
        facts.put(MachineFacts.CORES, Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("os", property("os.name") + " " + property("os.version") + " " + property("os.arch"));
        files.text("/proc/cpuinfo")
                .flatMap(text -> text.lines()
                        .filter(line -> line.startsWith("model name"))
                        .map(line -> line.substring(line.indexOf(':') + 1).trim())
                        .findFirst())
                .ifPresent(model -> facts.put("cpu", model));
        files.text("/sys/devices/system/clocksource/clocksource0/current_clocksource")
                .ifPresent(source -> facts.put("clock source", source.trim()));
        facts.put("straggler", version());
        return facts;
    }

    /** Returns CPU time and memory of this process so far; empty where the system does not tell both. */
    static Optional<ProcessUse> use(SystemFiles files) {
        Optional<Long> cpuNs = ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos);
        Optional<Long> peakBytes = files.lines("/proc/self/status").stream()
                .filter(line -> line.startsWith(PEAK))
                .map(line -> line.substring(PEAK.length()).replace("kB", "").strip())
                .map(kilobytes -> Long.parseLong(kilobytes) << 10)
                .findFirst();
        return cpuNs.flatMap(cpu -> peakBytes.map(peak -> new ProcessUse(cpu, peak)));
    }

    /** A property that a program has removed, or made something other than a text, is unknown. */
    private static String property(String name) {
        return System.getProperty(name, "unknown");
    }

    /** This tool's version, from its jar. */
    static String version() {
        String version = Environment.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
