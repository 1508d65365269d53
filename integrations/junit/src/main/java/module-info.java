/** JUnit tests with limits on latency. Users annotate tests with {@code io.straggler.junit.PacedTest}. */
module io.straggler.junit {
    requires io.straggler.compare;
    requires transitive io.straggler.harness;
    requires transitive org.junit.jupiter.api;
    requires static org.jspecify;

    exports io.straggler.junit;

    // JUnit makes the extension.
    opens io.straggler.junit to
            org.junit.platform.commons;
}
