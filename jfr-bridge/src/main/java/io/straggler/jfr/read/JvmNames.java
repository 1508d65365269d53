package io.straggler.jfr.read;

import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.chunk.Names;
import io.straggler.model.GeneratedNames;

/** Names of the JVM's things as people read them, and as they are in every JVM: {@link GeneratedNames}. */
final class JvmNames {
    /** Descriptor that async-profiler writes for a native symbol; no Java method can have it. */
    private static final String NATIVE_DESCRIPTOR = "()L;";

    /** More an array cannot have. */
    private static final int MAX_DIMENSIONS = 255;

    private JvmNames() {}

    /** {@code java.lang.Object[]} for {@code [Ljava/lang/Object;}; a class's plain name otherwise, with dots. */
    static String ofClass(String internal) {
        int dimensions = 0;
        while (dimensions < internal.length() && internal.charAt(dimensions) == '[') {
            dimensions++;
        }
        if (dimensions == 0) {
            return readable(internal);
        }
        return ofElement(internal.substring(dimensions)) + "[]".repeat(Math.min(dimensions, MAX_DIMENSIONS));
    }

    private static String readable(String internal) {
        return GeneratedNames.ofClass(Names.capped(internal).replace('/', '.'));
    }

    /** The class that a field of a row refers to, or an empty text. */
    static String ofClass(EventView row, String field) {
        EventView type = row.row(field);
        return type == null ? "" : ofClass(type.nameOrEmpty("name"));
    }

    /**
     * Returns {@code com.acme.Foo.bar}, or only the last part for a native symbol, whose library async-profiler writes
     * in place of a class.
     */
    static String ofMethod(EventView method) {
        boolean symbol = NATIVE_DESCRIPTOR.equals(method.text("descriptor"));
        String owner = symbol ? "" : ofClass(method, "type");
        String name = GeneratedNames.ofMethod(method.nameOrEmpty("name"));
        return owner.isEmpty() ? name : owner + "." + name;
    }

    /** The name of the thread that a field of a row refers to, or an empty text. */
    static String ofThread(EventView row, String field) {
        EventView thread = row.row(field);
        if (thread == null) {
            return "";
        }
        String javaName = thread.text("javaName");
        return Names.capped(javaName != null ? javaName : thread.textOrEmpty("osName"));
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
                yield readable(object ? descriptor.substring(1, descriptor.length() - 1) : descriptor);
            }
        };
    }
}
