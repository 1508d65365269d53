package io.straggler.anyrecording;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.Properties;

/**
 * State of an agent that is attached, as it tells it itself. It crosses processes as text: {@link #text}, {@link #read}.
 *
 * @param watched which calls are iterations, and which of them are outliers
 * @param times since when, and until when
 * @param calls those that ended since calls count
 * @param folder the run folder
 */
public record AgentStatus(Watched watched, Times times, Calls calls, Path folder) {
    /** System property that a program has while an agent is attached: the run folder. */
    public static final String ATTACHED = "straggler.agent";

    /**
     * Methods that are watched, and the threshold.
     *
     * @param iterations as the user named them
     * @param methods whose calls these are, by their names, or the first of many
     * @param threshold as the user named it
     * @param thresholdNs from which duration on a call is an outlier now
     */
    public record Watched(String iterations, String methods, String threshold, long thresholdNs) {}

    /**
     * Times of the agent.
     *
     * @param attachedEpochMs since when the agent is there, in milliseconds since 1970
     * @param countingEpochMs since when calls count; empty as long as none does
     * @param leftNs after which the agent ends by itself, from when calls count; empty for never
     */
    public record Times(long attachedEpochMs, OptionalLong countingEpochMs, OptionalLong leftNs) {}

    /**
     * Calls so far.
     *
     * @param count how many ended
     * @param outliers how many of them were late, with the threshold of their time
     * @param p50Ns percentiles are empty while fewer than ten calls are above them
     */
    public record Calls(
            long count, long outliers, OptionalLong p50Ns, OptionalLong p99Ns, OptionalLong p999Ns, long worstNs) {}

    /** A line for each value. */
    public String text() {
        Properties values = new Properties();
        values.setProperty("iterations", watched.iterations());
        values.setProperty("methods", watched.methods());
        values.setProperty("threshold", watched.threshold());
        put("thresholdNs", watched.thresholdNs(), values);
        put("attachedEpochMs", times.attachedEpochMs(), values);
        times.countingEpochMs().ifPresent(ms -> put("countingEpochMs", ms, values));
        times.leftNs().ifPresent(ns -> put("leftNs", ns, values));
        put("count", calls.count(), values);
        put("outliers", calls.outliers(), values);
        calls.p50Ns().ifPresent(ns -> put("p50Ns", ns, values));
        calls.p99Ns().ifPresent(ns -> put("p99Ns", ns, values));
        calls.p999Ns().ifPresent(ns -> put("p999Ns", ns, values));
        put("worstNs", calls.worstNs(), values);
        values.setProperty("folder", folder.toString());
        StringWriter text = new StringWriter();
        try {
            values.store(text, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void put(String name, long value, Properties values) {
        values.setProperty(name, Long.toString(value));
    }

    /**
     * Reads what {@link #text} wrote.
     *
     * @throws IllegalArgumentException if that is something else
     */
    public static AgentStatus read(String text) {
        Properties values = new Properties();
        try {
            values.load(new StringReader(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new AgentStatus(
                new Watched(
                        required("iterations", values),
                        required("methods", values),
                        required("threshold", values),
                        number("thresholdNs", values)),
                new Times(
                        number("attachedEpochMs", values),
                        optional("countingEpochMs", values),
                        optional("leftNs", values)),
                new Calls(
                        number("count", values),
                        number("outliers", values),
                        optional("p50Ns", values),
                        optional("p99Ns", values),
                        optional("p999Ns", values),
                        number("worstNs", values)),
                Path.of(required("folder", values)));
    }

    private static String required(String name, Properties values) {
        String value = values.getProperty(name);
        if (value == null) {
            throw new IllegalArgumentException("an agent's status must have " + name + ": values=" + values.keySet());
        }
        return value;
    }

    private static long number(String name, Properties values) {
        return Long.parseLong(required(name, values));
    }

    private static OptionalLong optional(String name, Properties values) {
        return values.containsKey(name) ? OptionalLong.of(number(name, values)) : OptionalLong.empty();
    }
}
