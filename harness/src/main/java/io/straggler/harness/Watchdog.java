package io.straggler.harness;

/** Whether it counts against a run that time goes by in which nothing happens. */
public enum Watchdog {
    /** An iteration that takes too long is stuck, and a run that ends behind its schedule could not keep it. */
    ON,
    /** Somebody stops the program to look at it: whatever takes long is waited for, and all that the schedule asked for is done. */
    OFF
}
