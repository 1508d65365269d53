package io.straggler.benchmarks;

import java.util.Map;
import java.util.TreeMap;

/** The options of a benchmark: {@code --name number} each, and {@code --quick} for the sizes of a short check. */
final class Arguments {
    private final Map<String, Long> values;

    private Arguments(Map<String, Long> values) {
        this.values = values;
    }

    /**
     * Reads a command line, or ends this JVM with exit code 1 and a line that says what was wrong.
     *
     * @param normal every option with its value when it is not given
     * @param quick the ones that {@code --quick} changes
     */
    static Arguments of(String[] args, Map<String, Long> normal, Map<String, Long> quick) {
        try {
            return parse(args, normal, quick);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(1);
            throw e;
        }
    }

    private static Arguments parse(String[] args, Map<String, Long> normal, Map<String, Long> quick) {
        Map<String, Long> values = new TreeMap<>(normal);
        for (String arg : args) {
            if (arg.equals("--quick")) {
                values.putAll(quick);
            }
        }
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--quick")) {
                continue;
            }
            String name = args[i].startsWith("--") ? args[i].substring(2) : "";
            if (!normal.containsKey(name)) {
                throw new IllegalArgumentException(
                        "option must be --quick or one of " + new TreeMap<>(normal) + ": option=" + args[i]);
            }
            values.put(name, number(name, i + 1 < args.length ? args[++i] : ""));
        }
        return new Arguments(values);
    }

    private static long number(String name, String text) {
        if (!text.matches("[0-9]{1,12}") || Long.parseLong(text) == 0) {
            throw new IllegalArgumentException("--" + name + " must be a number above zero: " + name + "=" + text);
        }
        return Long.parseLong(text);
    }

    long number(String name) {
        return values.get(name);
    }

    int count(String name) {
        return Math.toIntExact(values.get(name));
    }

    /** All of them with their values, so that a table says what it is of. */
    @Override
    public String toString() {
        return values.toString();
    }
}
