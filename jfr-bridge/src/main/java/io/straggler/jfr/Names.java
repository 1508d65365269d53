package io.straggler.jfr;

/** Names of the JVM's things as people read them. */
final class Names {
    /** What async-profiler writes for a native symbol; no Java method can have it. */
    private static final String NATIVE_DESCRIPTOR = "()L;";

    private Names() {}

    /** {@code java.lang.Object[]} for {@code [Ljava/lang/Object;}; a class's plain name otherwise, with dots. */
    static String ofClass(String internal) {
        int dimensions = 0;
        while (dimensions < internal.length() && internal.charAt(dimensions) == '[') {
            dimensions++;
        }
        if (dimensions == 0) {
            return internal.replace('/', '.');
        }
        return ofElement(internal.substring(dimensions)) + "[]".repeat(dimensions);
    }

    /** The class that a field of a row refers to, or an empty text. */
    static String ofClass(Row row, String field) {
        Row type = row.row(field);
        return type == null ? "" : ofClass(type.textOrEmpty("name"));
    }

    /**
     * {@code com.acme.Foo.bar}; only the last part for a native symbol, of which async-profiler names the library where a class
     * would stand.
     */
    static String ofMethod(Row method) {
        boolean symbol = NATIVE_DESCRIPTOR.equals(method.text("descriptor"));
        String owner = symbol ? "" : ofClass(method, "type");
        String name = method.textOrEmpty("name");
        return owner.isEmpty() ? name : owner + "." + name;
    }

    /** The name of the thread that a field of a row refers to, or an empty text. */
    static String ofThread(Row row, String field) {
        Row thread = row.row(field);
        if (thread == null) {
            return "";
        }
        String javaName = thread.text("javaName");
        return javaName != null ? javaName : thread.textOrEmpty("osName");
    }

    private static String ofElement(String descriptor) {
        return switch (descriptor) {
            case "Z" -> "boolean";
            case "B" -> "byte";
            case "C" -> "char";
            case "S" -> "short";
            case "I" -> "int";
            case "J" -> "long";
            case "F" -> "float";
            case "D" -> "double";
            default -> {
                boolean object = descriptor.startsWith("L") && descriptor.endsWith(";");
                yield (object ? descriptor.substring(1, descriptor.length() - 1) : descriptor).replace('/', '.');
            }
        };
    }
}
