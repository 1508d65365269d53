package io.straggler.benchmarks.support;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What a child JVM measured, by name. It travels as lines of its standard output; other lines are not meant for us. */
public final class Figures {
    private static final String PREFIX = "figure ";

    private final Map<String, Double> values = new LinkedHashMap<>();

    private final boolean known;

    /** To be filled by {@link #read}. */
    public Figures() {
        this(true);
    }

    private Figures(boolean known) {
        this.known = known;
    }

    /** Those of a child that did not come to its end: every one is not a number, and sorts behind all numbers. */
    public static Figures unknown() {
        return new Figures(false);
    }

    /** Prints one figure, in the child. */
    public static void print(String name, double value) {
        System.out.println(PREFIX + name + "=" + value);
    }

    /** Takes a line of the child's output. */
    public void read(String line) {
        int equals = line.indexOf('=');
        if (line.startsWith(PREFIX) && equals > 0) {
            values.put(line.substring(PREFIX.length(), equals), Double.valueOf(line.substring(equals + 1)));
        }
    }

    /** All of them, as they are now. */
    public Map<String, Double> all() {
        return Map.copyOf(values);
    }

    /** @throws IllegalStateException if the child did not print it */
    public double get(String name) {
        if (!known) {
            return Double.NaN;
        }
        Double value = values.get(name);
        if (value == null) {
            throw new IllegalStateException(
                    "child JVM must print every figure: missing=" + name + " printed=" + values);
        }
        return value;
    }

    /** The median of something over several children; the mean of the middle two when their number is even. */
    public static <T> double median(List<T> children, ToDoubleFunction<T> figure) {
        double[] sorted = children.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
