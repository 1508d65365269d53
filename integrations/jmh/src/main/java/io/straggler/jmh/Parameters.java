package io.straggler.jmh;

import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The values of a benchmark's {@code @Param} fields: which are taken, and what they mean. */
final class Parameters {
    private Parameters() {}

    /**
     * One value of each parameter: the one that the user gave, or the only one that is declared.
     *
     * @param given {@code name=value} each
     * @return by name, in the order of the names
     * @throws IllegalArgumentException if there is a choice left, or what was given is no parameter
     */
    static Map<String, String> chosen(Listed benchmark, List<String> given) {
        Map<String, String> asked = asked(given);
        for (String name : asked.keySet()) {
            if (!benchmark.parameters().containsKey(name)) {
                throw new IllegalArgumentException("--jmh-param: " + benchmark.name() + " has no parameter " + name
                        + (benchmark.parameters().isEmpty()
                                ? " and no other."
                                : "; it has "
                                        + String.join(
                                                ", ", benchmark.parameters().keySet()) + "."));
            }
        }
        Map<String, String> chosen = new LinkedHashMap<>();
        benchmark.parameters().forEach((name, values) -> {
            if (asked.containsKey(name)) {
                chosen.put(name, asked.get(name));
            } else if (values.size() == 1) {
                chosen.put(name, values.get(0));
            }
        });
        requireAll(benchmark, chosen);
        return chosen;
    }

    private static Map<String, String> asked(List<String> given) {
        Map<String, String> asked = new LinkedHashMap<>();
        for (String text : given) {
            int equals = text.indexOf('=');
            if (equals <= 0) {
                throw new IllegalArgumentException("--jmh-param: must be NAME=VALUE: " + text);
            }
            if (asked.put(text.substring(0, equals), text.substring(equals + 1)) != null) {
                throw new IllegalArgumentException("--jmh-param: a run has one value of a parameter; measure each in a"
                        + " run of its own: " + text.substring(0, equals));
            }
        }
        return asked;
    }

    private static void requireAll(Listed benchmark, Map<String, String> chosen) {
        String open = benchmark.parameters().entrySet().stream()
                .filter(parameter -> !chosen.containsKey(parameter.getKey()))
                .map(parameter -> "--jmh-param " + parameter.getKey() + "=" + String.join("|", parameter.getValue()))
                .collect(Collectors.joining(" "));
        if (!open.isEmpty()) {
            throw new IllegalArgumentException(benchmark.name()
                    + " has parameters with several values, and a run has one of each. Choose: " + open);
        }
    }

    /** Returns the name in files of a benchmark with these values. */
    static String label(Listed benchmark, Map<String, String> values) {
        return benchmark.name()
                + values.entrySet().stream()
                        .map(value -> " " + value.getKey() + "=" + value.getValue())
                        .collect(Collectors.joining());
    }

    /**
     * Returns the value of a text for a field.
     *
     * @throws IllegalArgumentException naming the parameter, if it means nothing
     */
    static Object parse(Field field, String text) {
        try {
            return parse(field.getType(), text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--jmh-param: " + field.getName() + " must be "
                    + (field.getType().isEnum()
                            ? "one of " + constants(field.getType())
                            : "of type " + field.getType().getSimpleName())
                    + ": " + field.getName() + "=" + text);
        }
    }

    private static Object parse(Class<?> type, String text) {
        if (type.isEnum()) {
            return constant(type, text);
        }
        return switch (type.getSimpleName()) {
            case "String" -> text;
            case "boolean", "Boolean" -> bool(text);
            case "char", "Character" -> character(text);
            case "byte", "Byte" -> Byte.valueOf(text);
            case "short", "Short" -> Short.valueOf(text);
            case "int", "Integer" -> Integer.valueOf(text);
            case "long", "Long" -> Long.valueOf(text);
            case "float", "Float" -> Float.valueOf(text);
            case "double", "Double" -> Double.valueOf(text);
            default -> throw new IllegalArgumentException("no type of a parameter");
        };
    }

    private static boolean bool(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("neither");
        }
        return Boolean.parseBoolean(text);
    }

    private static char character(String text) {
        if (text.length() != 1) {
            throw new IllegalArgumentException("not one");
        }
        return text.charAt(0);
    }

    private static Object constant(Class<?> type, String text) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(text)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("no such constant");
    }

    private static String constants(Class<?> type) {
        return List.of(type.getEnumConstants()).stream()
                .map(constant -> ((Enum<?>) constant).name())
                .collect(Collectors.joining(", "));
    }
}
