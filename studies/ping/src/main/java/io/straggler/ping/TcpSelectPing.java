package io.straggler.ping;

import io.straggler.harness.Harness;
import java.io.IOException;

/** Ping over TCP, by waiting in a selector. */
public final class TcpSelectPing extends RoundTripPing {
    private final PingOptions options;

    public TcpSelectPing() {
        this(PingOptions.ofThisJvm());
    }

    TcpSelectPing(PingOptions options) {
        this.options = options;
    }

    @Override
    MessageChannel open(Harness harness) throws IOException {
        return Meeting.client(Transport.TCP_SELECT, options);
    }
}
