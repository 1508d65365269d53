package io.straggler.selftest.inject;

import io.straggler.selftest.Fault;

/**
 * One kind of injection.
 *
 * <p>For each injection: {@link #prepare} on the preparer's thread some milliseconds before, {@link #inject} on the measured thread
 * inside the iteration, {@link #clearUp} on the preparer's thread afterwards. Where the iteration came before everything was ready,
 * {@link #clearUp} follows {@link #prepare} at once, and both are called again for a later iteration.
 */
public interface Injector extends AutoCloseable {
    Fault fault();

    /** The method of the program that it is done in, by class and name as stacks have them; empty where none has to be found. */
    default String place() {
        return "";
    }

    /** Has the code that the measured thread will run compiled, where it is code and not a call that matters. Before anything is paced. */
    default void warmUp() throws Exception {}

    /**
     * Gets ready whatever would take time or memory in the measured iteration.
     *
     * @param intendedNs when the iteration is due
     */
    default void prepare(PlannedInjection injection, long intendedNs) throws Exception {}

    /** Does it, and writes down how long each part took. */
    void inject(PlannedInjection injection, TruthLog truth) throws Exception;

    default void clearUp() throws Exception {}

    @Override
    default void close() {}
}
