package io.straggler.ping;

import io.straggler.harness.Harness;
import java.io.IOException;

/** Ping through a file that both processes have mapped. */
public final class MappedPing extends RoundTripPing {
    private final PingOptions options;

    public MappedPing() {
        this(PingOptions.ofThisJvm());
    }

    MappedPing(PingOptions options) {
        this.options = options;
    }

    @Override
    MessageChannel open(Harness harness) throws IOException {
        return Meeting.client(Transport.MAPPED, options);
    }
}
