package io.straggler.ping;

import io.straggler.harness.Harness;
import java.io.IOException;

/** Ping over TCP, by spinning on a selector. */
public final class TcpSelectNowPing extends RoundTripPing {
    private final PingOptions options;

    public TcpSelectNowPing() {
        this(PingOptions.ofThisJvm());
    }

    TcpSelectNowPing(PingOptions options) {
        this.options = options;
    }

    @Override
    MessageChannel open(Harness harness) throws IOException {
        return Meeting.client(Transport.TCP_SELECT_NOW, options);
    }
}
