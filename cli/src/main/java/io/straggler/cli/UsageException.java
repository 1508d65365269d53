package io.straggler.cli;

/** The command cannot be carried out as it was given. The message is one clear line saying what to do. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UsageException(String message) {
        super(message);
    }
}
