package io.straggler;

import io.straggler.model.Notice;
import io.straggler.model.Notice.Code;
import io.straggler.model.RunId;
import io.straggler.model.RunListener;
import io.straggler.sampler.linux.MemoryStalls;
import io.straggler.sampler.linux.MemoryStalls.Reading;
import java.util.Optional;

/** Watch over memory that is short: reads how long threads stood still for it, before and behind each measured run. On the pacing thread. */
final class MemoryWatch implements RunListener {
    /** Shortest time in nanoseconds that makes a notice: shorter ones are below what one outlier takes. */
    private static final long MIN_NS = 1_000_000;

    private final MemoryStalls stalls;
    private Optional<Reading> before = Optional.empty();
    private volatile Reading sum = new Reading(0, 0);

    MemoryWatch(MemoryStalls stalls) {
        this.stalls = stalls;
    }

    @Override
    public void runStarting(RunId runId, Phase phase) {
        before = phase == Phase.MEASURED ? stalls.read() : Optional.empty();
    }

    @Override
    public void runFinished(RunId runId, Phase phase) {
        before.ifPresent(earlier -> stalls.read().ifPresent(now -> {
            Reading more = now.since(earlier);
            sum = new Reading(sum.stalledNs() + more.stalledNs(), sum.highReached() + more.highReached());
        }));
        before = Optional.empty();
    }

    /** Notice that memory was short during the measured runs; empty if it was not. */
    Optional<Notice> notice() {
        Reading all = sum;
        return all.stalledNs() >= MIN_NS || all.highReached() > 0
                ? Optional.of(Notice.of(Code.MEMORY_SHORT, all.stalledNs(), all.highReached()))
                : Optional.empty();
    }
}
