package io.straggler.harness;

import io.straggler.model.NanoClock;
import io.straggler.model.hook.PacingHook;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Closes the iterations of an asynchronous task and counts what did not go the normal way. Safe for use by several threads. */
final class Completions {
    private final IterationLog log;
    private final NanoClock clock;
    private final AtomicLong stray = new AtomicLong();
    private final AtomicLong abandoned = new AtomicLong();

    Completions(IterationLog log, NanoClock clock) {
        this.log = log;
        this.clock = clock;
    }

    void complete(long intendedNs, PacingHook hook) {
        long endNs = clock.nanoTime();
        if (log.complete(intendedNs, endNs)) {
            hook.completed(intendedNs, endNs);
        } else {
            stray.incrementAndGet();
        }
    }

    void abandon(long intendedNs) {
        if (log.abandon(intendedNs)) {
            abandoned.incrementAndGet();
        }
    }

    /** All so far. */
    Count count() {
        return new Count(stray.get(), abandoned.get());
    }

    /**
     * What there was of it up to some moment, or between two.
     *
     * @param stray calls that named no open iteration
     * @param abandoned iterations that the task gave up
     */
    record Count(long stray, long abandoned) {
        static final Count NONE = new Count(0, 0);

        Count minus(Count before) {
            return new Count(stray - before.stray, abandoned - before.abandoned);
        }

        /** What a reader of the figures has to know of it, a sentence each. */
        List<String> warnings() {
            List<String> warnings = new ArrayList<>();
            if (stray > 0) {
                warnings.add(stray + " completions named a tag that was unknown or already complete: call "
                        + "Harness.complete once per iteration, with the tag that run received.");
            }
            if (abandoned > 0) {
                warnings.add(abandoned + (abandoned == 1 ? " iteration was" : " iterations were")
                        + " given up by the task as lost, and not waited for: they are in no percentile.");
            }
            return warnings;
        }
    }
}
