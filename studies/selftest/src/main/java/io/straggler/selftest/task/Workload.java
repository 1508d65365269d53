package io.straggler.selftest.task;

/** Work of every iteration of a regime, and of other threads beside it. */
interface Workload extends AutoCloseable {
    /** One iteration, without a fault. */
    void work();

    @Override
    default void close() {}
}
