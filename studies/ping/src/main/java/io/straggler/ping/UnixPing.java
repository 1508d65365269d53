package io.straggler.ping;

import io.straggler.harness.Harness;
import java.io.IOException;

/** Ping over a Unix domain socket, by spinning. */
public final class UnixPing extends RoundTripPing {
    private final PingOptions options;

    public UnixPing() {
        this(PingOptions.ofThisJvm());
    }

    UnixPing(PingOptions options) {
        this.options = options;
    }

    @Override
    MessageChannel open(Harness harness) throws IOException {
        return Meeting.client(Transport.UNIX, options);
    }
}
