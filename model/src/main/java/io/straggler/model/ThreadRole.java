package io.straggler.model;

/** Role of a watched thread in iterations. */
public enum ThreadRole {
    /** Runs the iterations, one after the other: their time is its time. */
    SEQUENTIAL,
    /** Starts the iterations of an asynchronous task; others may do the work. */
    DISPATCHER,
    /** Another thread that the task asked to have watched. */
    HELPER
}
