package io.straggler.sampler.served;

import io.straggler.sampler.usage.UsageSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * How often threads switch: by what the system charged to them at their late iterations and, while the kernel records their switches, by these records. A record of each
 * switch takes some one and a half microseconds in a virtual machine, so for threads that switch very often there are to be none.
 *
 * <p>For one thread.
 */
final class SwitchRates {
    /** Over a shorter time, one late iteration would decide. */
    static final long MIN_NS = 100_000_000;

    /** Switches a second whose records take half a percent of a thread's time. */
    private static final long MAX_PER_SECOND = 3_000;

    private static final long SECOND_NS = 1_000_000_000;

    private final Map<Long, Count> charged = new HashMap<>();
    private final Map<Long, Count> recorded = new HashMap<>();
    private final Set<Long> often = new HashSet<>();

    /** Switches of a thread until an instant. */
    private record Count(long timeNs, long switches) {}

    /**
     * Takes note of what was charged to a thread.
     *
     * @param values as {@link UsageSource} has them
     */
    void charged(long osThreadId, long[] values) {
        count(
                charged,
                osThreadId,
                new Count(values[UsageSource.TIME], values[UsageSource.VOLUNTARY] + values[UsageSource.INVOLUNTARY]));
    }

    /** Takes note of how many switches of a thread were recorded until now, since that began. */
    void recorded(long osThreadId, long nowNs, long switches) {
        count(recorded, osThreadId, new Count(nowNs, switches));
    }

    private void count(Map<Long, Count> last, long osThreadId, Count now) {
        Count before = last.get(osThreadId);
        if (before == null) {
            last.put(osThreadId, now);
        } else if (now.timeNs - before.timeNs >= MIN_NS) {
            last.put(osThreadId, now);
            double perSecond = (double) (now.switches - before.switches) * SECOND_NS / (now.timeNs - before.timeNs);
            if (perSecond > MAX_PER_SECOND) {
                often.add(osThreadId);
            } else {
                often.remove(osThreadId);
            }
        }
    }

    /** Whether a thread switches too often for a record of each. */
    boolean often(long osThreadId) {
        return often.contains(osThreadId);
    }

    /** Switches of a thread are no longer recorded. */
    void unrecorded(long osThreadId) {
        recorded.remove(osThreadId);
    }

    /** A thread has ended. */
    void forget(long osThreadId) {
        charged.remove(osThreadId);
        recorded.remove(osThreadId);
        often.remove(osThreadId);
    }
}
