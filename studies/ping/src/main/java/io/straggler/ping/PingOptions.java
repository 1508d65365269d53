package io.straggler.ping;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Options of a ping; they travel to the measured JVM as system properties.
 *
 * @param host of the server
 * @param port of the server; 0 where there is none
 * @param bytes size of a message
 * @param intervalNs between two pings
 * @param partnerCpu the core to bind the other thread to, where the other end is a thread of the same process
 */
public record PingOptions(String host, int port, int bytes, long intervalNs, OptionalInt partnerCpu) {
    private static final String PREFIX = "straggler.ping.";
    private static final int NO_CPU = -1;

    /** Returns the options as arguments for the measured JVM. */
    public List<String> jvmArguments() {
        List<String> arguments = new ArrayList<>(List.of(
                property("host", host),
                property("port", port),
                property("bytes", bytes),
                property("intervalNs", intervalNs)));
        partnerCpu.ifPresent(cpu -> arguments.add(property("partnerCpu", cpu)));
        return arguments;
    }

    private static String property(String name, Object value) {
        return "-D" + PREFIX + name + "=" + value;
    }

    /** The options that this JVM was started with. */
    static PingOptions ofThisJvm() {
        int cpu = Integer.getInteger(PREFIX + "partnerCpu", NO_CPU);
        return new PingOptions(
                System.getProperty(PREFIX + "host", "127.0.0.1"),
                Integer.getInteger(PREFIX + "port", 0),
                Integer.getInteger(PREFIX + "bytes", 64),
                Long.getLong(PREFIX + "intervalNs", 100_000),
                cpu == NO_CPU ? OptionalInt.empty() : OptionalInt.of(cpu));
    }
}
