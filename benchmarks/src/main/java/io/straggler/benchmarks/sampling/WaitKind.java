package io.straggler.benchmarks.sampling;

import io.straggler.model.CoreUser;

/** What iterations of {@link KnownWaits} wait for. */
enum WaitKind {
    /** A timer of the kernel. */
    TIMER,
    /** Another thread, which unparks this one. */
    PARK,
    /** Another thread, which notifies a monitor. */
    NOTIFY,
    /** Another thread, which writes to the other end of a socket. */
    SOCKET;

    /** Whether this is who ends waits of this kind. */
    boolean isEndedBy(CoreUser user) {
        return this == TIMER
                ? user.kind() == CoreUser.Kind.INTERRUPT
                : user.kind() == CoreUser.Kind.OWN_THREAD && user.name().equals(KnownWaits.WAKING);
    }
}
