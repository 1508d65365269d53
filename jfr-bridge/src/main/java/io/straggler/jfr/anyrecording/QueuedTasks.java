package io.straggler.jfr.anyrecording;

import io.straggler.model.Notice;
import java.util.Optional;

/**
 * Times that tasks queued for a thread, as an agent recorded them.
 *
 * @param before number of outliers that began when a task left its queue: that time is not theirs
 * @param beforeNs how long these tasks had queued, in sum
 * @param within number of outliers whose thread had put a task into a queue that it had not left yet
 * @param withinNs how long these tasks queued while the outliers ran, in sum
 * @param outliers number of all outliers
 */
public record QueuedTasks(long before, long beforeNs, long within, long withinNs, long outliers) {
    /** The notice of them; empty if there are none. */
    public Optional<Notice> notice() {
        return before + within == 0
                ? Optional.empty()
                : Optional.of(Notice.of(Notice.Code.QUEUED_TASKS, beforeNs, before, outliers, within, withinNs));
    }
}
