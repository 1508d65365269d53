package io.straggler.ping;

/** Ping over a Unix domain socket, by spinning. */
public final class UnixPing extends ServerPing {
    public UnixPing() {
        super(Transport.UNIX);
    }
}
