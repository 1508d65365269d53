package io.straggler.cli.attach;

import java.io.IOException;
import java.util.Optional;
import java.util.Properties;

/** Requests that a JVM answers. Each request is a separate one. */
interface JvmConnection {
    /** System properties of the JVM. */
    Properties properties() throws IOException;

    /**
     * Loads an agent.
     *
     * @param agent path of its jar, as the JVM sees it
     * @return why the JVM refuses; empty if it does not
     */
    Optional<String> load(String agent, String options) throws IOException;
}
