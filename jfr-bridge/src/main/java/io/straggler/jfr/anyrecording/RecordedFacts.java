package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.Chunk;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.chunk.RecordedType;
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

/** What a recording says of itself: who wrote it, on what, and under which settings of each event. */
public final class RecordedFacts {
    private static final String SETTING = "jdk.ActiveSetting";
    private static final Set<String> TYPES =
            Set.of(SETTING, "jdk.JVMInformation", "jdk.OSInformation", "jdk.CPUInformation");

    private static final String FLAGS = "jvm flags";

    private static final Pattern CARRIERS =
            Pattern.compile("-Djdk\\.virtualThreadScheduler\\.parallelism=(\\d{1,5})(?!\\d)");

    private final Map<String, Map<String, String>> settings = new HashMap<>();
    private final Map<String, String> environment = new TreeMap<>();

    boolean speaks(String typeName) {
        return TYPES.contains(typeName);
    }

    /** Who takes the events of a type; {@code null} if they say nothing of the recording. */
    @Nullable
    Consumer<EventView> consumer(String typeName, Chunk chunk) {
        return switch (typeName) {
            case SETTING -> settingsOf(chunk);
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

    private void addJvm(EventView row) {
        add("jvm", row.textOrEmpty("jvmName") + ", " + row.textOrEmpty("jvmVersion"));
        add(FLAGS, row.textOrEmpty("jvmArguments"));
        // What follows the class's name may be anything, passwords included.
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
        // The JVM and async-profiler have events of the same name, of which one may be off.
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

    private String setting(String typeName, String name) {
        return settings.getOrDefault(typeName, Map.of()).getOrDefault(name, "");
    }
}
