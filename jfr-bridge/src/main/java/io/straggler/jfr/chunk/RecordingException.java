package io.straggler.jfr.chunk;

/** A recording that cannot be read, written or started at all; the message is one line for people. */
public final class RecordingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public RecordingException(String message) {
        super(message);
    }

    public RecordingException(String message, Throwable cause) {
        super(message, cause);
    }
}
