package io.straggler.cli.ping;

import io.straggler.ping.Transport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Plan of a ping.
 *
 * @param transports one measured JVM each, in this order
 * @param bytes size of a message
 * @param server host and port of one that runs already; otherwise each transport gets one of its own
 * @param serverCpu the core for the other end
 * @param intervalNs between two pings
 * @param options of the runs, as for {@code run}
 * @param jvmArguments for the measured JVMs, after ours
 */
record PingPlan(
        List<Transport> transports,
        int bytes,
        Optional<Address> server,
        OptionalInt serverCpu,
        long intervalNs,
        Map<String, String> options,
        List<String> jvmArguments) {
    /** Where a server is. */
    record Address(String host, int port) {}

    PingPlan {
        transports = List.copyOf(transports);
        options = Map.copyOf(options);
        jvmArguments = List.copyOf(jvmArguments);
    }

    /** Returns a transport in a few words. */
    String describe(Transport transport) {
        String size = transport.sized() ? ", " + bytes + " bytes" : "";
        String where = transport.reach() == Transport.Reach.PROCESS
                ? ""
                : server.map(address -> ", to " + address.host() + ":" + address.port())
                        .orElse(", to a process of its own on this machine");
        String core = serverCpu.isPresent() && server.isEmpty() && transport != Transport.EMPTY
                ? ", other end bound to cpu " + serverCpu.getAsInt()
                : "";
        return transport.label() + size + where + core;
    }
}
