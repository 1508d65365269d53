package io.straggler.ping;

import java.io.IOException;

/** A ping that cannot be: the message is one line for whoever asked for it. */
public final class PingException extends IOException {
    private static final long serialVersionUID = 1;

    PingException(String message) {
        super(message);
    }

    PingException(String message, Throwable cause) {
        super(message, cause);
    }
}
