package io.straggler.selftest.inject;

import java.util.Optional;

/** This machine does not allow an injection. The message is the reason, for the table. */
public final class ImpossibleException extends Exception {
    private static final long serialVersionUID = 1;

    public ImpossibleException(String reason) {
        super(reason);
    }

    public static void ifMissing(Optional<String> what) throws ImpossibleException {
        if (what.isPresent()) {
            throw new ImpossibleException(what.get());
        }
    }
}
