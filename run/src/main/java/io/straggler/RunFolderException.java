package io.straggler;

/** A run folder cannot be used, written or read. The message says which, why, and what to do. */
public final class RunFolderException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public RunFolderException(String message) {
        super(message);
    }

    RunFolderException(String message, Throwable cause) {
        super(message, cause);
    }
}
