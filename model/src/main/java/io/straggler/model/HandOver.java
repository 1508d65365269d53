package io.straggler.model;

/**
 * What the harness knows of an asynchronous iteration's threads.
 *
 * @param returnedNs when the task's method came back to the pacing thread, which from then on did nothing for the iteration; 0 if it had not
 *     when the iteration was complete
 * @param completedBy the Java thread that completed it, by {@link Thread#getId()}
 */
public record HandOver(long returnedNs, long completedBy) {}
