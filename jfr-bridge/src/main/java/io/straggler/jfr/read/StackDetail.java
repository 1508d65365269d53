package io.straggler.jfr.read;

/** What is read of the frames of stacks. */
public enum StackDetail {
    /** Methods alone, so that stacks that differ in their lines are one in memory. */
    METHODS,
    /** Methods, and for each frame the line of its source, where the recording has it. */
    LINES
}
