package io.straggler.ping;

import io.straggler.harness.Harness;
import java.io.IOException;

/**
 * Round trips to a ping server, over any transport that loses nothing.
 *
 * <p>Each transport has a public subclass: the name of a run's task is that of its class, and runs of different tasks are not compared.
 */
class ServerPing extends RoundTripPing {
    private final Transport transport;
    private final PingOptions options;

    /** The task of a measured JVM, which has the options as system properties. */
    ServerPing(Transport transport) {
        this(transport, PingOptions.ofThisJvm());
    }

    ServerPing(Transport transport, PingOptions options) {
        this.transport = transport;
        this.options = options;
    }

    @Override
    final MessageChannel open(Harness harness) throws IOException {
        return TransportConnector.client(transport, options);
    }
}
