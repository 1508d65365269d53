package io.straggler.jfr.read;

import io.straggler.jfr.chunk.EventView;

/** The value of an event's field as people read and write it: numbers, texts, threads, classes and methods by name. */
public final class FieldText {
    private static final String THREAD = "java.lang.Thread";

    private FieldText() {}

    /** The value; an empty text for none, and for one that is no single word: a stack, an array. */
    public static String of(EventView event, String field) {
        String type = event.fieldType(field);
        if (type == null) {
            return "";
        }
        return switch (type) {
            case "boolean" -> Boolean.toString(event.flag(field));
            case "byte", "short", "char", "int", "long" -> Long.toString(event.number(field));
            case "float", "double" -> plain(event.fraction(field));
            case THREAD -> JvmNames.ofThread(event, field);
            case "java.lang.Class" -> JvmNames.ofClass(event, field);
            case "jdk.types.Method" -> method(event, field);
            case "jdk.types.StackTrace" -> "";
            default -> named(event, field);
        };
    }

    /** A text; or the name, or else the class, of something that has either: a class loader, a module. */
    private static String named(EventView event, String field) {
        String text = event.nameOrEmpty(field);
        EventView row = event.row(field);
        if (!text.isEmpty() || row == null) {
            return text;
        }
        String name = row.nameOrEmpty("name");
        return name.isEmpty() ? JvmNames.ofClass(row, "type") : name;
    }

    /**
     * A number that stands for the thread that an event happened on, the same in all chunks: the operating system's id, or the JVM's below zero
     * for a virtual thread, which has none. {@link io.straggler.model.Evidence#ANY_THREAD} if the event does not say.
     *
     * @param field that refers to the thread
     */
    public static long thread(EventView event, String field) {
        EventView thread = event.row(field);
        if (thread == null) {
            // async-profiler's references to threads are the system's ids, whether it knows a name or not.
            return event.number(field);
        }
        long osId = thread.number("osThreadId");
        return osId != 0 ? osId : -thread.number("javaThreadId");
    }

    private static String method(EventView event, String field) {
        EventView method = event.row(field);
        return method == null ? "" : JvmNames.ofMethod(method);
    }

    private static String plain(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e15
                ? Long.toString((long) number)
                : Double.toString(number);
    }
}
