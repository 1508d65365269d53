package io.straggler.ping;

import io.straggler.harness.Harness;
import java.io.IOException;

/** Ping over TCP, by spinning on reads that do not block. */
public final class TcpSpinPing extends RoundTripPing {
    private final PingOptions options;

    public TcpSpinPing() {
        this(PingOptions.ofThisJvm());
    }

    TcpSpinPing(PingOptions options) {
        this.options = options;
    }

    @Override
    MessageChannel open(Harness harness) throws IOException {
        return Meeting.client(Transport.TCP_SPIN, options);
    }
}
