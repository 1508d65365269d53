package io.straggler.compare;

/** Whether the two sides of a comparison have to be the same task. */
public enum Tasks {
    SAME,
    DIFFERENT
}
