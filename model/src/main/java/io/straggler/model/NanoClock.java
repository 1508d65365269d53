package io.straggler.model;

/**
 * A monotonic clock in nanoseconds with an arbitrary origin: {@link System#nanoTime()} in production, a counter in tests.
 * Safe to call from any thread; allocates nothing.
 */
@FunctionalInterface
public interface NanoClock {
    /** The clock that every {@code intendedNs}, {@code startNs} and {@code endNs} is read from. */
    NanoClock SYSTEM = System::nanoTime;

    long nanoTime();
}
