package io.straggler.model;

/**
 * The threads of an asynchronous iteration, as far as the harness knows them.
 *
 * @param returnedNs when the task's method came back to the pacing thread, which from then on did nothing for the iteration; 0 if it had not
 *     when the iteration was complete
 * @param completedBy the Java thread that completed it, by {@link Thread#getId()}
 */
public record HandOver(long returnedNs, long completedBy) {}
