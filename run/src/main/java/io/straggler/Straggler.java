package io.straggler;

/**
 * Runs a task in this JVM and says why its slowest iterations were slow.
 *
 * <pre>{@code
 * StragglerResult result = Straggler.options()
 *         .rate(20_000)
 *         .duration(Duration.ofSeconds(10))
 *         .threshold("100us")
 *         .out(Path.of("my-run"))
 *         .run(new MyTask());
 * }</pre>
 *
 * <p>The command line does the same in a JVM of its own, which is preferable for figures; this is for tests, for debugging, and
 * for programs that have their own {@code main}.
 */
public final class Straggler {
    private Straggler() {}

    /** The defaults: 10,000 iterations a second for 10 s after 5 s of warm-up, threshold auto, no files. */
    public static StragglerOptions options() {
        return new StragglerOptions();
    }
}
