package io.straggler.selftest.inject;

/**
 * One kind of injection.
 *
 * <p>For each injection: {@link #prepare} on the preparer's thread some milliseconds before, {@link #inject} on the measured thread inside
 * the iteration, {@link #clearUp} on the preparer's thread afterwards. Where the iteration came before everything was ready, {@link
 * #clearUp} follows {@link #prepare} at once, and both are called again for a later iteration.
 */
public interface Injector extends AutoCloseable {
    /** Makes an injector. */
    @FunctionalInterface
    interface Maker {
        /** @throws ImpossibleException if this machine lacks what the injector needs */
        Injector make(InjectionSite site) throws ImpossibleException;
    }

    /** Method of the program in which it happens, by class and name as in stacks; empty where stacks need not show one. */
    default String place() {
        return "";
    }

    /** Receives the sizes of all injections of the measured run, before everything else. */
    default void plan(long[] sizesNs) throws ImpossibleException {}

    /** Has the code compiled that the measured thread will run, where that matters. Before anything is paced. */
    default void warmUp() throws Exception {}

    /**
     * Gets ready whatever would take time or memory in the measured iteration.
     *
     * @param sizeNs intended length of the injection
     * @param atNs instant of the injection, where another thread or process acts
     */
    default void prepare(long sizeNs, long atNs) throws Exception {}

    /** Injects, and writes down how long each part took. */
    void inject(long sizeNs, TruthLog truth) throws Exception;

    default void clearUp() throws Exception {}

    @Override
    default void close() {}
}
