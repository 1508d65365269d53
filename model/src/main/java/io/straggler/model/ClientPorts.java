package io.straggler.model;

/** Ports of connections' ends that ask for none. Any other port is one that somebody chose, and says what is there. */
public final class ClientPorts {
    /** From here on Linux and others choose. */
    private static final int FIRST = 32_768;

    private ClientPorts() {}

    /** Whether the system chose a port, as it does for clients. */
    public static boolean contain(long port) {
        return port >= FIRST;
    }
}
