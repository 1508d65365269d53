package io.straggler.model.text;

/** Messages of exceptions, where a reader has to be told something. */
public final class Messages {
    private Messages() {}

    /** The message; the name of the exception's class if it has none. */
    public static String of(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null ? thrown.getClass().getName() : message;
    }
}
