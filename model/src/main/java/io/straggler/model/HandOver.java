package io.straggler.model;

import java.util.List;

/**
 * The threads of an asynchronous iteration, as far as the harness knows them.
 *
 * @param returnedNs when the task's method came back to the pacing thread, which from then on did nothing for the iteration; 0 if it had not
 *     when the iteration was complete
 * @param completedBy the Java thread that completed it, by {@link Thread#getId()}
 * @param stages when threads worked on it, as far as the task says; in order of their beginnings
 */
public record HandOver(long returnedNs, long completedBy, List<StageTime> stages) {
    public HandOver {
        stages = List.copyOf(stages);
    }

    /** Creates the hand-over of a task that closes no stages. */
    public HandOver(long returnedNs, long completedBy) {
        this(returnedNs, completedBy, List.of());
    }
}
