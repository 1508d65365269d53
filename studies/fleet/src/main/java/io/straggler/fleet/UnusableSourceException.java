package io.straggler.fleet;

import org.jspecify.annotations.Nullable;

/** A recording that is passed over. The message says why, in a sentence for a list. */
public final class UnusableSourceException extends Exception {
    private static final long serialVersionUID = 1;

    public UnusableSourceException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
