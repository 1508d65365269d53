package io.straggler.cli.fork;

import io.straggler.model.text.Messages;

/** Advice on a JVM that got no memory, or no thread, for which it throws the same error. */
public final class MemoryErrors {
    private MemoryErrors() {}

    /** @param advice what to do if it is memory that is missing */
    public static String sentence(String who, OutOfMemoryError e, String advice) {
        String message = Messages.of(e);
        return message.contains("native thread")
                ? who
                        + " could not start another thread: raise the limit of processes (ulimit -u, or that of the container)."
                : who + " ran out of memory: " + message + ". " + advice;
    }
}
