package io.straggler.ping;

/** Ping over TCP, by reads that block. */
public final class TcpBlockPing extends ServerPing {
    public TcpBlockPing() {
        super(Transport.TCP_BLOCK);
    }
}
