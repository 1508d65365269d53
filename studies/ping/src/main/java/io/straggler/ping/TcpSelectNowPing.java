package io.straggler.ping;

/** Ping over TCP, by spinning on a selector. */
public final class TcpSelectNowPing extends ServerPing {
    public TcpSelectNowPing() {
        super(Transport.TCP_SELECT_NOW);
    }
}
