package io.straggler.selftest.inject;

/** This machine does not allow an injection. The message is the reason, for the table. */
final class ImpossibleException extends Exception {
    private static final long serialVersionUID = 1;

    ImpossibleException(String reason) {
        super(reason);
    }
}
