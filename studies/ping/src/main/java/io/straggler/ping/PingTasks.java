package io.straggler.ping;

import io.straggler.harness.Task;
import java.io.IOException;

/** The tasks that ping, by transport. */
public final class PingTasks {
    private PingTasks() {}

    /** The task whose iteration is a round trip over the transport. Its options are {@link PingOptions#jvmArguments}. */
    public static Class<? extends Task> of(Transport transport) {
        return switch (transport) {
            case EMPTY -> EmptyPing.class;
            case THREAD -> ThreadPing.class;
            case MAPPED -> MappedPing.class;
            case UNIX -> UnixPing.class;
            case TCP_SPIN -> TcpSpinPing.class;
            case TCP_SELECT_NOW -> TcpSelectNowPing.class;
            case TCP_SELECT -> TcpSelectPing.class;
            case TCP_BLOCK -> TcpBlockPing.class;
            case UDP -> UdpPing.class;
        };
    }

    /**
     * Connects to the server once and hangs up.
     *
     * @throws PingException if it cannot serve such pings, with the reason in one line
     */
    public static void requireServer(Transport transport, PingOptions options) throws IOException {
        TransportConnector.client(transport, options).close();
    }
}
