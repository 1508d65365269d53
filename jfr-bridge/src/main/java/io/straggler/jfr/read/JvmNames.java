package io.straggler.jfr.read;

import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.chunk.Names;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of the JVM's things as people read them.
 *
 * <p>Classes that a JVM makes up as it runs have numbers and addresses in their names, other ones in every JVM. Without them a
 * lambda is one frame in all forks of a run, and the same on both sides of a comparison.
 */
final class JvmNames {
    /** The ends of such names, dots for slashes: what follows the first group differs from JVM to JVM. */
    private static final Pattern MADE_UP = Pattern.compile("(\\$\\$Lambda)\\$\\d+(?:[.+]0x[0-9a-f]+)?(?:\\.\\d+)?$"
            + "|[.+]0x[0-9a-f]{6,}(?:\\.\\d+)?$"
            + "|(\\.Generated(?:Method|Constructor|SerializationConstructor)Accessor)\\d+$"
            + "|(\\.jfr\\.internal\\.handlers\\.EventHandler)\\d+_\\d+-\\d+$");

    /** What async-profiler writes for a native symbol; no Java method can have it. */
    private static final String NATIVE_DESCRIPTOR = "()L;";

    /** More an array cannot have. */
    private static final int MOST_DIMENSIONS = 255;

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
        return ofElement(internal.substring(dimensions)) + "[]".repeat(Math.min(dimensions, MOST_DIMENSIONS));
    }

    private static String readable(String internal) {
        String name = Names.capped(internal).replace('/', '.');
        // Most are not, and there are many.
        if (name.chars().noneMatch(Character::isDigit)) {
            return name;
        }
        Matcher madeUp = MADE_UP.matcher(name);
        if (!madeUp.find()) {
            return name;
        }
        StringBuilder kept = new StringBuilder(name.substring(0, madeUp.start()));
        for (int group = 1; group <= madeUp.groupCount(); group++) {
            kept.append(madeUp.group(group) == null ? "" : madeUp.group(group));
        }
        return kept.toString();
    }

    /** The class that a field of a row refers to, or an empty text. */
    static String ofClass(EventView row, String field) {
        EventView type = row.row(field);
        return type == null ? "" : ofClass(type.nameOrEmpty("name"));
    }

    /**
     * {@code com.acme.Foo.bar}; only the last part for a native symbol, of which async-profiler names the library where a class
     * would stand.
     */
    static String ofMethod(EventView method) {
        boolean symbol = NATIVE_DESCRIPTOR.equals(method.text("descriptor"));
        String owner = symbol ? "" : ofClass(method, "type");
        String name = method.nameOrEmpty("name");
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
