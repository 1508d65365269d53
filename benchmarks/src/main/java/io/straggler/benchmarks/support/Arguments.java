package io.straggler.benchmarks.support;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The options of a benchmark: {@code --name value} each, and {@code --quick} for the sizes of a short check. */
public final class Arguments {
    private final Map<String, String> values;

    private Arguments(Map<String, String> values) {
        this.values = values;
    }

    /**
     * An option whose value is a list with commas between, such as the rates to measure at.
     *
     * @param normal when it is not given
     * @param quick the same with {@code --quick}
     * @param element pattern of one element
     */
    public record Listed(String normal, String quick, String element) {
        /** Numbers above zero. */
        public static Listed numbers(String normal, String quick) {
            return new Listed(normal, quick, "[1-9][0-9]{0,8}");
        }

        private void check(String name, String text) {
            if (!text.matches("(" + element + ")(,(" + element + "))*")) {
                throw new IllegalArgumentException(
                        "--" + name + " must be a list such as " + normal + ": " + name + "=" + text);
            }
        }
    }

    /** As below, without lists. */
    public static Arguments of(String[] args, Map<String, Long> normal, Map<String, Long> quick) {
        return of(args, normal, quick, Map.of());
    }

    /**
     * Reads a command line, or ends this JVM with exit code 1 and a line that says what was wrong.
     *
     * @param normal every option that is a number, with its value when it is not given
     * @param quick the ones that {@code --quick} changes
     * @param lists the options that are lists
     */
    public static Arguments of(
            String[] args, Map<String, Long> normal, Map<String, Long> quick, Map<String, Listed> lists) {
        try {
            return parse(args, normal, quick, lists);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(1);
            throw e;
        }
    }

    private static Arguments parse(
            String[] args, Map<String, Long> normal, Map<String, Long> quick, Map<String, Listed> lists) {
        Map<String, String> values = defaults(List.of(args).contains("--quick"), normal, quick, lists);
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--quick")) {
                continue;
            }
            String name = args[i].startsWith("--") ? args[i].substring(2) : "";
            if (!values.containsKey(name)) {
                throw new IllegalArgumentException(
                        "option must be --quick or one of " + values + ": option=" + args[i]);
            }
            String value = i + 1 < args.length ? args[++i] : "";
            if (lists.containsKey(name)) {
                lists.get(name).check(name, value);
            } else {
                checkNumber(name, value);
            }
            values.put(name, value);
        }
        return new Arguments(values);
    }

    private static Map<String, String> defaults(
            boolean quickly, Map<String, Long> normal, Map<String, Long> quick, Map<String, Listed> lists) {
        Map<String, String> values = new TreeMap<>();
        normal.forEach((name, value) -> values.put(name, value.toString()));
        lists.forEach((name, list) -> values.put(name, quickly ? list.quick : list.normal));
        if (quickly) {
            quick.forEach((name, value) -> values.put(name, value.toString()));
        }
        return values;
    }

    private static void checkNumber(String name, String text) {
        if (!text.matches("[0-9]{1,12}") || Long.parseLong(text) == 0) {
            throw new IllegalArgumentException("--" + name + " must be a number above zero: " + name + "=" + text);
        }
    }

    public long number(String name) {
        return Long.parseLong(values.get(name));
    }

    public int count(String name) {
        return Math.toIntExact(number(name));
    }

    public List<String> list(String name) {
        return List.of(values.get(name).split(","));
    }

    public List<Integer> numbers(String name) {
        return Stream.of(values.get(name).split(",")).map(Integer::valueOf).toList();
    }

    /** All of them with their values, so that a table says what it is of. */
    @Override
    public String toString() {
        return values.toString();
    }
}
