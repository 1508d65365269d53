package io.straggler.ping;

/** Ping over TCP, by waiting in a selector. */
public final class TcpSelectPing extends ServerPing {
    public TcpSelectPing() {
        super(Transport.TCP_SELECT);
    }
}
