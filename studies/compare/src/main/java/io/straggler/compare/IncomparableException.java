package io.straggler.compare;

/** Two sides cannot be compared. The message says why and what to do instead. */
public final class IncomparableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Whose fault it is. */
    public enum Reason {
        /** The request makes no sense: other folders would. */
        REQUEST,
        /** A run failed, or is too short to say anything. */
        RUN
    }

    private final Reason reason;

    public IncomparableException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
