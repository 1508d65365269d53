package io.straggler.model.hook;

import java.util.concurrent.locks.LockSupport;

/**
 * Work of an observer on the pacing thread while that has nothing else to do. The methods do nothing by default, and
 * {@link #NONE} is the hook without an observer.
 *
 * <p>Threads: {@link #sleep} and {@link #completed} from any thread, all else from the pacing thread. An implementation must not allocate, lock or
 * wait in {@link #idle}, {@link #behind} and {@link #completed}: they are part of the pacing path, or of the task's own.
 */
public interface PacingHook {
    /** Does nothing. */
    PacingHook NONE = new PacingHook() {};

    /** Far enough from any reading of the clock not to be reached, near enough not to overflow. */
    long NEVER = 1L << 61;

    /**
     * The thread waits for an intended start that is still to come. Called once before it begins to wait, and again whenever it has slept or
     * the instant that this returned has passed.
     *
     * @param lastIntendedNs the tag of the iteration before, or of the next if there is none
     * @param nowNs a current reading of the clock
     * @param nextIntendedNs what is waited for
     * @return when to call {@link #behind} at the latest, should an iteration end after it without time to wait; or this again
     */
    default long idle(long lastIntendedNs, long nowNs, long nextIntendedNs) {
        return nowNs + NEVER;
    }

    /**
     * An iteration ended after the instant that was asked for, and the next is due already.
     *
     * @param lastIntendedNs the tag of the iteration that ended
     * @param nowNs when it ended
     * @return as {@link #idle}
     */
    default long behind(long lastIntendedNs, long nowNs) {
        return nowNs + NEVER;
    }

    /**
     * Nothing is in flight, and nothing will be before the next call of another method.
     *
     * @param lastIntendedNs the tag of the last iteration
     */
    default void rest(long lastIntendedNs, long nowNs) {}

    /**
     * An iteration of an asynchronous task is over. From the thread that completed it, while the pacing thread may be in any other method.
     *
     * @param intendedNs its tag
     * @param endNs when it ended
     */
    default void completed(long intendedNs, long endNs) {}

    /** Sleeps for about so long, or less. */
    default void sleep(long ns) {
        LockSupport.parkNanos(this, ns);
    }
}
