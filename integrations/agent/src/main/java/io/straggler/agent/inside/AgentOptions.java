package io.straggler.agent.inside;

import io.straggler.harness.Threshold;
import io.straggler.model.Witness;
import io.straggler.model.text.Durations;
import io.straggler.model.text.Nearest;
import io.straggler.model.text.RunLabel;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Options of the agent: {@code key=value}, separated by commas.
 *
 * @param iterations which methods' calls are iterations
 * @param threshold from which duration on a call is an outlier
 * @param out the run folder
 * @param sizeBytes what the recording may take, about; older parts of it are dropped
 * @param duration after which the agent ends by itself; empty for never
 * @param begin from when on calls count
 * @param metrics the port at which monitoring finds figures; empty for none
 * @param witness what to ask the kernel about threads without a core
 * @param confirmedMethods how many methods each of the iterations may mean, if the user says so
 * @param untilReturn whether an iteration is over when its method returns, though that returns a future
 * @param labels of the run, as facts of its environment
 * @param given as the user wrote them
 */
record AgentOptions(
        List<CallSelection> iterations,
        Threshold threshold,
        Path out,
        long sizeBytes,
        Optional<Duration> duration,
        Begin begin,
        OptionalInt metrics,
        Witness witness,
        OptionalInt confirmedMethods,
        boolean untilReturn,
        Map<String, String> labels,
        Map<String, String> given) {
    private static final int HIGHEST_PORT = 65_535;
    private static final long MIN_SIZE_BYTES = 20 << 20;
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})([kmg]?)b?", Pattern.CASE_INSENSITIVE);
    private static final Pattern CONFIRMED = Pattern.compile("yes-instrument-([0-9]{1,6})");
    private static final List<String> KEYS =
            List.of("iterations", "threshold", "out", "size", "duration", "begin", "metrics", "witness", "label");
    private static final String UNTIL_RETURN = "until-return";
    private static final Map<String, Begin> BEGINS =
            Map.of("program", Begin.BY_PROGRAM, "compiled", Begin.WHEN_COMPILED);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    /** From when on calls count. */
    enum Begin {
        AT_ONCE,
        /** When the program says so, by a call of the agent. */
        BY_PROGRAM,
        /** When the JVM has compiled again what it discarded when the agent came. */
        WHEN_COMPILED
    }

    /** Stands for a character that the JVM could not read. */
    private static final String UNREADABLE = "\uFFFD";

    AgentOptions {
        iterations = List.copyOf(iterations);
        labels = Map.copyOf(labels);
        given = Map.copyOf(given);
    }

    /** @throws AgentException saying what is wrong with them */
    static AgentOptions parse(String text) {
        if (text.contains(UNREADABLE)) {
            throw new AgentException(unreadable(text));
        }
        Map<String, List<String>> values = new LinkedHashMap<>();
        OptionalInt confirmedMethods = OptionalInt.empty();
        boolean untilReturn = false;
        for (String part : text.split(",")) {
            Matcher confirmed = CONFIRMED.matcher(part.strip());
            if (confirmed.matches()) {
                confirmedMethods = OptionalInt.of(Integer.parseInt(confirmed.group(1)));
            } else if (part.strip().equals(UNTIL_RETURN)) {
                untilReturn = true;
            } else if (!part.isBlank()) {
                add(values, part.strip());
            }
        }
        if (!values.containsKey("iterations")) {
            throw new AgentException("Say which calls are iterations: iterations=com.acme.Orders.place, or a ready-made"
                    + " name such as iterations=jdbc.");
        }
        Map<String, String> given = new LinkedHashMap<>();
        values.forEach((key, all) -> given.put(key, String.join(" ", all)));
        return new AgentOptions(
                values.get("iterations").stream().map(CallSelection::parse).toList(),
                threshold(last(values, "threshold").orElse("auto")),
                folder(last(values, "out").orElseGet(AgentOptions::usualFolder)),
                sizeBytes(last(values, "size").orElse("200m")),
                last(values, "duration").map(AgentOptions::duration),
                last(values, "begin").map(AgentOptions::begin).orElse(Begin.AT_ONCE),
                last(values, "metrics").map(AgentOptions::port).orElseGet(OptionalInt::empty),
                // A program in production does not pay for all threads of its machine unless asked to.
                last(values, "witness").map(AgentOptions::witness).orElse(Witness.SWITCHES),
                confirmedMethods,
                untilReturn,
                labels(values.getOrDefault("label", List.of())),
                given);
    }

    private static Path folder(String out) {
        try {
            return Path.of(out).toAbsolutePath();
        } catch (InvalidPathException e) {
            throw new AgentException(unreadable("out=" + out));
        }
    }

    private static String unreadable(String text) {
        return "The program's locale has not all characters of " + text.replace(UNREADABLE, "?")
                + ": start the program with LC_ALL=C.UTF-8, or name something else.";
    }

    /** How many methods one of the iterations may mean. */
    int mostMethods(CallSelection selection) {
        return confirmedMethods.orElse(selection.mostMethods());
    }

    /** How many methods may be instrumented. */
    int mostMethods() {
        return iterations.stream().mapToInt(this::mostMethods).sum();
    }

    private static void add(Map<String, List<String>> values, String part) {
        int equals = part.indexOf('=');
        String key = equals < 0 ? part : part.substring(0, equals);
        if (!KEYS.contains(key)) {
            List<String> nearest = Nearest.to(key, KEYS);
            throw new AgentException("The agent has no option " + key
                    + (nearest.isEmpty() ? "." : "; did you mean " + nearest.get(0) + "?") + " It has "
                    + String.join(", ", KEYS) + ", " + UNTIL_RETURN + " and yes-instrument-N.");
        }
        if (equals < 0 || equals == part.length() - 1) {
            throw new AgentException("The agent's option " + key + " needs a value: " + key + "=...");
        }
        values.computeIfAbsent(key, each -> new ArrayList<>()).add(part.substring(equals + 1));
    }

    private static Optional<String> last(Map<String, List<String>> values, String key) {
        List<String> all = values.getOrDefault(key, List.of());
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
    }

    private static String usualFolder() {
        return "straggler-runs/agent-" + ProcessHandle.current().pid() + "-"
                + LocalDateTime.now().format(TIME);
    }

    private static Threshold threshold(String text) {
        try {
            return Threshold.parse(text);
        } catch (IllegalArgumentException e) {
            throw new AgentException(e.getMessage() + ".");
        }
    }

    private static Duration duration(String text) {
        try {
            long ns = Durations.parseNs(text);
            if (ns > 0) {
                return Duration.ofNanos(ns);
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw new AgentException("duration must be a time above zero, such as 60s: duration=" + text + ".");
    }

    private static Map<String, String> labels(List<String> texts) {
        Map<String, String> labels = new LinkedHashMap<>();
        for (String text : texts) {
            try {
                RunLabel label = RunLabel.parse(text);
                labels.put(label.fact(), label.value());
            } catch (IllegalArgumentException e) {
                throw new AgentException(e.getMessage() + ".");
            }
        }
        return labels;
    }

    private static OptionalInt port(String text) {
        if (text.matches("[0-9]{1,5}")) {
            int port = Integer.parseInt(text);
            if (port > 0 && port <= HIGHEST_PORT) {
                return OptionalInt.of(port);
            }
        }
        throw new AgentException(
                "metrics must be a port from 1 to " + HIGHEST_PORT + ", such as 9464: metrics=" + text + ".");
    }

    private static Begin begin(String text) {
        Begin begin = BEGINS.get(text);
        if (begin == null) {
            throw new AgentException("begin must be program or compiled, or be left out: begin=" + text + ".");
        }
        return begin;
    }

    private static Witness witness(String text) {
        for (Witness one : Witness.values()) {
            if (one.label().equals(text)) {
                return one;
            }
        }
        throw new AgentException("witness must be auto, switches or off: witness=" + text + ".");
    }

    private static long sizeBytes(String text) {
        Matcher size = SIZE.matcher(text);
        if (size.matches()) {
            long bytes = Long.parseLong(size.group(1))
                    << switch (size.group(2).toLowerCase(java.util.Locale.ROOT)) {
                        case "k" -> 10;
                        case "m" -> 20;
                        case "g" -> 30;
                        default -> 0;
                    };
            if (bytes >= MIN_SIZE_BYTES) {
                return bytes;
            }
        }
        throw new AgentException("size must be 20m or more, such as 200m: size=" + text + ".");
    }
}
