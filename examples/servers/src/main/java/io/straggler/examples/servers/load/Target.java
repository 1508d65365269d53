package io.straggler.examples.servers.load;

/** Where the server is that a task uses. */
final class Target {
    private static final String PROPERTY = "server";

    private Target() {}

    /** Returns the address that the server printed when it had started. */
    static String given() {
        String given = System.getProperty(PROPERTY);
        if (given == null) {
            throw new IllegalStateException(
                    "server must be what it printed when it had started: --jvm-arg=-D" + PROPERTY + "=ADDRESS");
        }
        return given;
    }
}
