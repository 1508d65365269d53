package io.straggler.selftest.task;

/** What every iteration of a regime does, and who else is at work. */
interface Workload extends AutoCloseable {
    /** One iteration, without a fault. */
    void work();

    @Override
    default void close() {}
}
