package io.straggler.harness;

import io.straggler.harness.schedule.Schedule;
import io.straggler.model.text.Durations;
import io.straggler.model.text.OptionException;
import java.time.Duration;

/**
 * How much to run: for a time, or a number of iterations.
 *
 * @param durationNs intended starts lie before it; {@code Long.MAX_VALUE} when the count decides
 * @param count at most as many iterations; {@code Long.MAX_VALUE} when the duration decides
 */
public record RunLength(long durationNs, long count) {
    /** Nothing at all: no warm-up, say. */
    public static final RunLength NONE = new RunLength(Long.MAX_VALUE, 0);

    public RunLength {
        if (durationNs <= 0) {
            throw new OptionException("duration", "must be above zero", "durationNs=" + durationNs);
        }
        if (count < 0) {
            throw new OptionException("count", "must not be negative", "count=" + count);
        }
    }

    public static RunLength lasting(Duration duration) {
        return new RunLength(duration.toNanos(), Long.MAX_VALUE);
    }

    public static RunLength of(long iterations) {
        return new RunLength(Long.MAX_VALUE, iterations);
    }

    public boolean empty() {
        return count == 0;
    }

    /** How long it takes if {@code schedule} is kept. */
    public long expectedNs(Schedule schedule) {
        return expectedNs(schedule.perSecond());
    }

    /** How long it takes at a rate. */
    long expectedNs(double perSecond) {
        return durationNs != Long.MAX_VALUE ? durationNs : (long) Math.min(1e18, count * 1e9 / perSecond);
    }

    @Override
    public String toString() {
        return durationNs != Long.MAX_VALUE
                ? Durations.format(durationNs)
                : count + (count == 1 ? " iteration" : " iterations");
    }
}
