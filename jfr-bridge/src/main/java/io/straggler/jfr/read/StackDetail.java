package io.straggler.jfr.read;

/** Parts of the frames of stacks that are read. */
public enum StackDetail {
    /** Methods alone, so that stacks that differ in their lines are one in memory. */
    METHODS,
    /** Methods and, where the recording has them, lines of source. */
    LINES
}
