package io.straggler.model.text;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Messages of exceptions, where a reader has to be told something. An exception whose own methods throw is described without them. */
public final class Messages {
    private Messages() {}

    /** The message; the name of the exception's class if it has none. */
    public static String of(Throwable thrown) {
        String message = orElse(thrown::getMessage, null);
        return message == null ? thrown.getClass().getName() : message;
    }

    /** Type, message and origin of what was thrown, in one line. */
    public static String described(Throwable thrown) {
        StringBuilder text = new StringBuilder(thrown.getClass().getName());
        String message = orElse(thrown::getMessage, null);
        if (message != null) {
            text.append(": ").append(message.lines().findFirst().orElse(""));
        }
        StackTraceElement[] stack = orElse(thrown::getStackTrace, null);
        if (stack != null && stack.length > 0) {
            text.append(" (at ").append(stack[0]).append(")");
        }
        return text.toString();
    }

    private static <T> @Nullable T orElse(Supplier<@Nullable T> method, @Nullable T fallback) {
        try {
            return method.get();
        } catch (Throwable e) {
            return fallback;
        }
    }
}
