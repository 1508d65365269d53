package io.straggler.harness;

import io.straggler.model.NanoClock;
import io.straggler.model.hook.PacingHook;
import java.util.concurrent.atomic.AtomicLong;

/** Closes the iterations of an asynchronous task and counts what did not go the normal way. Safe for use by several threads. */
final class Completions {
    private final IterationLog log;
    private final NanoClock clock;
    private final AtomicLong stray = new AtomicLong();

    Completions(IterationLog log, NanoClock clock) {
        this.log = log;
        this.clock = clock;
    }

    void complete(long intendedNs, PacingHook hook) {
        long endNs = clock.nanoTime();
        if (log.complete(intendedNs, endNs, Thread.currentThread().getId())) {
            hook.completed(intendedNs, endNs);
        } else {
            stray.incrementAndGet();
        }
    }

    void abandon(long intendedNs) {
        log.abandon(intendedNs, clock.nanoTime());
    }

    /** Completions so far that named no open iteration. */
    long stray() {
        return stray.get();
    }
}
