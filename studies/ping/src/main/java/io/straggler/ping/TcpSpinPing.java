package io.straggler.ping;

/** Ping over TCP, by spinning on reads that do not block. */
public final class TcpSpinPing extends ServerPing {
    public TcpSpinPing() {
        super(Transport.TCP_SPIN);
    }
}
