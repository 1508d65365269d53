package io.straggler.ping;

/** Ping through a file that both processes have mapped. */
public final class MappedPing extends ServerPing {
    public MappedPing() {
        super(Transport.MAPPED);
    }
}
