package io.straggler.sampler.usage;

import io.straggler.model.OffCoreInterval;
import io.straggler.sampler.linux.ThreadSwitches;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The kernel's records of when watched threads had no core.
 *
 * <p>Threads: {@link #watch} on any; {@link #between} for one thread at a time.
 */
public final class SwitchRecords implements AutoCloseable {
    /** Of the pacing thread: 4,096 intervals, 256 KiB. At 4,000 iterations a second they reach back a second. */
    public static final int PACING_PAGES = 64;

    /** Of another thread: 1,024 intervals, 64 KiB. */
    public static final int HELPER_PAGES = 16;

    /** Maximum number of intervals of one late iteration: with more of them, nobody would look at each. */
    private static final int MAX_INTERVALS = 512;

    private final Map<Long, ThreadSwitches> threads = new ConcurrentHashMap<>();
    private volatile String refusal = "";

    /** Records the switches of a thread from now on, if the kernel permits it. */
    public void watch(long osThreadId, int pages) {
        try {
            ThreadSwitches before = threads.put(osThreadId, ThreadSwitches.open(osThreadId, pages));
            if (before != null) {
                before.close();
            }
        } catch (IOException e) {
            refusal = e.getMessage();
        }
    }

    /** When a thread had no core, in order. Nothing if its switches are not recorded, or there were too many of them since. */
    public Optional<List<OffCoreInterval>> between(long osThreadId, long fromNs, long toNs) {
        ThreadSwitches switches = threads.get(osThreadId);
        if (switches == null) {
            return Optional.empty();
        }
        List<OffCoreInterval> intervals = new ArrayList<>();
        boolean all = switches.between(
                fromNs,
                toNs,
                (awayNs, backNs, preempted) -> intervals.add(new OffCoreInterval(awayNs, backNs, preempted)));
        return all && intervals.size() <= MAX_INTERVALS ? Optional.of(intervals) : Optional.empty();
    }

    /** Why switches of some thread are not recorded; empty if all are. */
    public String refusal() {
        return refusal;
    }

    @Override
    public void close() {
        threads.values().forEach(ThreadSwitches::close);
        threads.clear();
    }
}
