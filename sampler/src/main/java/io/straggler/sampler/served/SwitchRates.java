package io.straggler.sampler.served;

import io.straggler.sampler.usage.UsageSource;
import java.util.HashMap;
import java.util.Map;

/**
 * How often threads switch, by what the system charged to them at their late iterations. A record of each switch by the kernel takes some one and a half microseconds in a virtual
 * machine, so for threads that switch very often there are to be none.
 *
 * <p>For one thread.
 */
final class SwitchRates {
    /** Switches a second whose records take half a percent of a thread's time. */
    private static final long MOST_PER_SECOND = 3_000;

    /** Over a shorter time, one late iteration would decide. */
    private static final long LEAST_NS = 100_000_000;

    private static final long SECOND_NS = 1_000_000_000;

    private final Map<Long, Reading> last = new HashMap<>();

    /** Switches of a thread until an instant, and whether it switched too often before. */
    private record Reading(long timeNs, long switches, boolean often) {}

    /**
     * Takes note of what was charged to a thread.
     *
     * @param charged as {@link UsageSource} has it
     */
    void read(long osThreadId, long[] charged) {
        long timeNs = charged[UsageSource.TIME];
        long switches = charged[UsageSource.VOLUNTARY] + charged[UsageSource.INVOLUNTARY];
        Reading before = last.get(osThreadId);
        if (before == null) {
            last.put(osThreadId, new Reading(timeNs, switches, false));
        } else if (timeNs - before.timeNs >= LEAST_NS) {
            double perSecond = (double) (switches - before.switches) * SECOND_NS / (timeNs - before.timeNs);
            last.put(osThreadId, new Reading(timeNs, switches, perSecond > MOST_PER_SECOND));
        }
    }

    /** Whether a thread switches too often for a record of each. */
    boolean often(long osThreadId) {
        Reading known = last.get(osThreadId);
        return known != null && known.often;
    }

    /** A thread has ended. */
    void forget(long osThreadId) {
        last.remove(osThreadId);
    }
}
