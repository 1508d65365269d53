package io.straggler.cli.option;

/** The command cannot be carried out as it was given. The message is one clear line saying what to do. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UsageException(String message) {
        super(message);
    }
}
