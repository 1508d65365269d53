package io.straggler.fleet;

/** A recording that is passed over. The message says why, in a sentence for a list. */
public final class UnusableSourceException extends Exception {
    private static final long serialVersionUID = 1;

    public UnusableSourceException(String message, Throwable cause) {
        super(message, cause);
    }
}
