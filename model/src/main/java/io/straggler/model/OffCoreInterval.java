package io.straggler.model;

import java.util.List;
import java.util.Optional;

/**
 * A time in which a thread had no core, as the kernel recorded the switches.
 *
 * @param fromNs when the thread left its core
 * @param toNs when it was back on one
 * @param preempted whether it could have gone on; otherwise it waited for something, and then perhaps for a core
 * @param wakeUp what ended the wait for something; empty if nobody recorded it
 * @param holders who had the core that it came back to, from when on it could run, in order of time; empty if nobody recorded it
 */
public record OffCoreInterval(
        long fromNs, long toNs, boolean preempted, Optional<WakeUp> wakeUp, List<CoreHold> holders) {
    public OffCoreInterval {
        holders = List.copyOf(holders);
    }

    /** Creates an interval known only by the switches of the thread itself. */
    public OffCoreInterval(long fromNs, long toNs, boolean preempted) {
        this(fromNs, toNs, preempted, Optional.empty(), List.of());
    }

    /** The instant from which on it only waited for a core, if that is known. */
    public Optional<Long> runnableNs() {
        return preempted ? Optional.of(fromNs) : wakeUp.map(WakeUp::atNs);
    }
}
