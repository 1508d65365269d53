package io.straggler.benchmarks.sampling;

import io.straggler.model.CoreUser;

/** What iterations of {@link KnownWaits} wait for. */
enum WaitKind {
    /** A timer of the kernel, in a call of the system that no event of the JVM is made of. */
    NATIVE,
    /** A timer of the kernel, parked. */
    TIMER,
    /** Another thread, which unparks this one. */
    PARK,
    /** Another thread, which notifies a monitor. */
    NOTIFY,
    /** Another thread, which writes to the other end of a socket: the kernel's network code wakes up, and names nobody. */
    SOCKET;

    /** Whether another thread ends waits of this kind. */
    boolean hasWaker() {
        return this != NATIVE && this != TIMER;
    }

    /** Whether this is who ends waits of this kind. */
    boolean isEndedBy(CoreUser user) {
        return hasWaker() && this != SOCKET
                ? user.kind() == CoreUser.Kind.OWN_THREAD && user.name().equals(KnownWaits.WAKING)
                : user.kind() == CoreUser.Kind.INTERRUPT;
    }
}
