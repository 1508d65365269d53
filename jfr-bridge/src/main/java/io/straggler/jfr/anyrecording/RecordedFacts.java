package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.Chunk;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.chunk.RecordedType;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.jfr.read.FieldText;
import io.straggler.model.MachineFacts;
import io.straggler.model.text.Durations;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Facts that a recording states about itself: its writer, the machine, and the settings of each event. */
public final class RecordedFacts {
    private static final String SETTING = "jdk.ActiveSetting";
    private static final String DATA_LOSS = "jdk.DataLoss";
    private static final Set<String> TYPES =
            Set.of(SETTING, DATA_LOSS, "jdk.JVMInformation", "jdk.OSInformation", "jdk.CPUInformation");

    /** Form of a rate limit of the JVM: a number of events in a time. */
    private static final Pattern LIMIT = Pattern.compile("(\\d{1,9})\\s*/\\s*(\\w+)");

    /** Share of a limit from which on it was reached: the JVM counts in windows that begin at other instants. */
    private static final double REACHED = 0.8;

    private static final String FLAGS = "jvm flags";

    private static final Pattern CARRIERS =
            Pattern.compile("-Djdk\\.virtualThreadScheduler\\.parallelism=(\\d{1,5})(?!\\d)");

    private final Map<String, Map<String, String>> settings = new HashMap<>();
    private final Map<String, String> environment = new TreeMap<>();
    private final EventRates rates = new EventRates();
    private long losses;
    private long lostBytes;
    private long firstLossNs = Long.MAX_VALUE;
    private long lastLossNs = Long.MIN_VALUE;

    boolean speaks(String typeName) {
        return TYPES.contains(typeName);
    }

    /** Returns the consumer of a type's events; {@code null} if they say nothing about the recording. */
    @Nullable
    Consumer<EventView> consumer(String typeName, Chunk chunk, ClockMap clock) {
        return switch (typeName) {
            case SETTING -> settingsOf(chunk);
            case DATA_LOSS -> row -> addLoss(clock.toNanos(row.startTicks()), Math.max(0, row.number("amount")));
            case "jdk.JVMInformation" -> row -> addJvm(row);
            case "jdk.OSInformation" -> row -> add("os", firstLine(row.textOrEmpty("osVersion")));
            case "jdk.CPUInformation" ->
                row -> {
                    add("cpu", firstLine(row.textOrEmpty("cpu")));
                    add(MachineFacts.CORES, FieldText.of(row, "hwThreads"));
                };
            default -> null;
        };
    }

    private void addLoss(long atNs, long bytes) {
        losses++;
        lostBytes += bytes;
        firstLossNs = Math.min(firstLossNs, atNs);
        lastLossNs = Math.max(lastLossNs, atNs);
    }

    private void addJvm(EventView row) {
        add("jvm", row.textOrEmpty("jvmName") + ", " + row.textOrEmpty("jvmVersion"));
        add(FLAGS, row.textOrEmpty("jvmArguments"));
        // Text behind the class name may be anything, passwords included.
        add("program", row.textOrEmpty("javaArguments").replaceFirst("\\s.*", ""));
    }

    private void add(String name, String value) {
        if (!value.isBlank()) {
            environment.putIfAbsent(name, value);
        }
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("").strip();
    }

    private Consumer<EventView> settingsOf(Chunk chunk) {
        Map<Long, String> names = new HashMap<>();
        for (RecordedType type : chunk.types()) {
            names.put(type.id, type.name);
        }
        return row -> {
            String type = names.get(row.number("id"));
            if (type != null) {
                set(type, row.textOrEmpty("name"), row.textOrEmpty("value"));
            }
        };
    }

    private void set(String type, String name, String value) {
        // The JVM and async-profiler have events of the same name, and one of them may be off.
        settings.computeIfAbsent(type, key -> new HashMap<>())
                .merge(name, value, (before, now) -> before.equals("true") ? before : now);
    }

    /** JVM, system, processor and the like, by name. */
    public Map<String, String> environment() {
        return environment;
    }

    /** Number of threads that carry virtual ones, or more than there are; empty if the recording does not say. */
    OptionalInt carriers() {
        Matcher stated = CARRIERS.matcher(environment.getOrDefault(FLAGS, ""));
        return stated.find() ? OptionalInt.of(Integer.parseInt(stated.group(1))) : MachineFacts.cores(environment);
    }

    /** Whether the recording says under which settings events of a type were recorded. */
    public boolean knows(String typeName) {
        return settings.containsKey(typeName);
    }

    /** Whether events of a type were recorded; false also if the recording does not say. */
    public boolean enabled(String typeName) {
        return "true".equals(setting(typeName, "enabled"));
    }

    /** Whether the recording states a setting of a type. */
    boolean states(String typeName, String setting) {
        return !setting(typeName, setting).isEmpty();
    }

    /** The time that a setting of a type says, such as its threshold; empty for none. */
    public Optional<Long> timeNs(String typeName, String setting) {
        String value = setting(typeName, setting);
        if (value.matches("\\d{1,15}")) {
            return Optional.of(Long.parseLong(value)); // async-profiler's
        }
        try {
            return value.isEmpty() ? Optional.empty() : Optional.of(Durations.parseNs(value));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // once in a chunk, so many in a second
        }
    }

    /** Number of times that the JVM could not keep what a thread had recorded. */
    public long losses() {
        return losses;
    }

    /** Bytes that the JVM could not keep, in sum. */
    public long lostBytes() {
        return lostBytes;
    }

    /** Instant at which the first loss was noticed; {@link Long#MAX_VALUE} if nothing was lost. */
    public long firstLossNs() {
        return firstLossNs;
    }

    /** Instant at which the last loss was noticed; {@link Long#MIN_VALUE} if nothing was lost. */
    public long lastLossNs() {
        return lastLossNs;
    }

    /** Takes the rates of a chunk. */
    void add(EventRates.OfChunk ofChunk) {
        rates.add(ofChunk);
    }

    /** The number of events of a type a second to which they were limited; empty if there was no limit. */
    public Optional<Double> limitPerSecond(String typeName) {
        Matcher limit = LIMIT.matcher(setting(typeName, "throttle"));
        if (!enabled(typeName) || !limit.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseLong(limit.group(1)) * 1e9 / Durations.parseNs("1" + limit.group(2)));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // a unit that is not known here
        }
    }

    /** The limit of a type, if as many events were recorded in some second. */
    public Optional<Double> reachedLimit(String typeName) {
        return limitPerSecond(typeName).filter(limit -> rates.mostPerSecond(typeName) >= REACHED * limit);
    }

    private String setting(String typeName, String name) {
        return settings.getOrDefault(typeName, Map.of()).getOrDefault(name, "");
    }
}
