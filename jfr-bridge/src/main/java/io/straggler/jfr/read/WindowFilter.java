package io.straggler.jfr.read;

import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.chunk.WantedTimes;
import io.straggler.jfr.clock.ClockMap;

/**
 * Which events of a chunk touch a window. Events that follow each other in a file mostly lie between the same two windows, and for
 * these two comparisons of ticks are the answer.
 *
 * <p>Threads: one.
 */
public final class WindowFilter implements WantedTimes {
    /** Where there is no window on one side, the gap ends some days away. */
    private static final long FARTHEST_NS = 1L << 50;

    private final OutlierWindows windows;
    private final ClockMap clock;

    /** No event that begins and ends from here to before there touches any. */
    private long gapFromTicks = Long.MAX_VALUE;

    private long gapToTicks = Long.MIN_VALUE;

    public WindowFilter(OutlierWindows windows, ClockMap clock) {
        this.windows = windows;
        this.clock = clock;
    }

    @Override
    public boolean excludes(long startTicks, long endTicks) {
        return startTicks >= gapFromTicks && endTicks < gapToTicks && endTicks >= startTicks;
    }

    /** Whether an event touches a window. Throws {@link CorruptChunkException} for a time that no clock can have shown. */
    public boolean contain(EventView event) {
        long endTicks = event.endTicks();
        return contain(event.startTicks(), endTicks);
    }

    public boolean contain(long startTicks, long endTicks) {
        if (excludes(startTicks, endTicks)) {
            return false;
        }
        long startNs = clock.toNanos(startTicks);
        if (windows.touch(startNs, clock.toNanos(endTicks))) {
            return true;
        }
        long fromTicks = clock.firstTickFrom(Math.max(windows.endBefore(startNs) + 1, startNs - FARTHEST_NS));
        gapToTicks = clock.firstTickFrom(Math.min(windows.startFrom(startNs), startNs + FARTHEST_NS));
        gapFromTicks = fromTicks;
        return false;
    }
}
