package io.straggler.agent.inside.metrics;

import java.io.IOException;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Figures of a session for monitoring, at a port, if one was asked for.
 *
 * <p>Lifecycle: {@link #open}, then {@link #refresh} every second or so, then {@link #close}. Threads: refresh and close on one, a daemon.
 */
public final class Metrics implements AutoCloseable {
    private static final String MODULE = "jdk.httpserver";

    /** Null for none. */
    private final @Nullable MetricsServer server;

    /** Set before anybody is answered. */
    @SuppressWarnings("NullAway.Init")
    private volatile MetricValues latest;

    private boolean answering;

    private Metrics(@Nullable MetricsServer server) {
        this.server = server;
    }

    /**
     * Takes the port, if there is one. Nobody is answered before the first figures.
     *
     * @throws IOException saying in a sentence why the port cannot be had, and what to do
     */
    public static Metrics open(OptionalInt port) throws IOException {
        if (port.isEmpty()) {
            return new Metrics(null);
        }
        if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
            throw new IOException("Metrics need the JDK's module " + MODULE + ": start the program with --add-modules "
                    + MODULE + ".");
        }
        try {
            return new Metrics(MetricsServer.bind(port.getAsInt()));
        } catch (IOException e) {
            throw new IOException(
                    "Port " + port.getAsInt() + " cannot be had for metrics: " + e.getMessage() + ". Name another one.",
                    e);
        }
    }

    /** Shows what is known now, if there is a port. */
    public void refresh(Supplier<MetricValues> metrics) {
        if (server == null) {
            return;
        }
        latest = metrics.get();
        if (!answering) {
            answering = true;
            server.start(() -> latest);
        }
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
