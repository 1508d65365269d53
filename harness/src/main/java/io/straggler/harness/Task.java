package io.straggler.harness;

/**
 * Work whose latency is measured. One iteration is one call of {@link #run}, and it is complete when the call returns.
 *
 * <p>All methods are called on the pacing thread, which is the same for all iterations of a JVM. A public class with a public
 * constructor without parameters can be run by name. An exception from any method ends the run, which is then marked as
 * failed; what had been measured until then is kept.
 */
@FunctionalInterface
public interface Task {
    /** Called once, before anything is paced. */
    default void setUp(Harness harness) throws Exception {}

    /**
     * One iteration.
     *
     * @param intendedNs the tag: when the schedule meant this iteration to start, on the {@link System#nanoTime()} clock
     */
    void run(long intendedNs) throws Exception;

    /** Called once, when the warm-up is over and before the first measured run. */
    default void warmedUp() throws Exception {}

    /** Called after each measured run. */
    default void runComplete() throws Exception {}

    /** Called once at the end, also after a failure in {@link #run}, but not after one in {@link #setUp}. */
    default void tearDown() throws Exception {}
}
