package io.straggler.ping;

import io.straggler.harness.Harness;
import java.io.IOException;

/** Ping over TCP, by reads that block. */
public final class TcpBlockPing extends RoundTripPing {
    private final PingOptions options;

    public TcpBlockPing() {
        this(PingOptions.ofThisJvm());
    }

    TcpBlockPing(PingOptions options) {
        this.options = options;
    }

    @Override
    MessageChannel open(Harness harness) throws IOException {
        return Meeting.client(Transport.TCP_BLOCK, options);
    }
}
