package io.straggler.ping;

import java.io.IOException;

/** A ping that is impossible. The message is one line for the user. */
public final class PingException extends IOException {
    private static final long serialVersionUID = 1;

    PingException(String message) {
        super(message);
    }

    PingException(String message, Throwable cause) {
        super(message, cause);
    }
}
