package io.straggler.model;

/**
 * One request for a stack, as the sampler reports it. The stack itself is a {@link StackSample}.
 *
 * @param purpose why it was taken
 * @param intendedNs the tag of the iteration that was in flight, zero for none
 * @param osThreadId the thread that was asked
 * @param dueNs when the sampler meant to ask
 * @param sentNs when it asked; {@code sentNs − dueNs} is how late the sampler itself was
 */
public record Capture(Purpose purpose, long intendedNs, long osThreadId, long dueNs, long sentNs) {
    /** Why a stack was asked for. */
    public enum Purpose {
        /** The iteration had run for longer than the arm delay. */
        LATE,
        /** A random moment of a normal iteration, to compare with. */
        NORMAL,
        /** A helper of an asynchronous task while no iteration was in flight: there it waits for work. Its tag is zero. */
        IDLE
    }
}
