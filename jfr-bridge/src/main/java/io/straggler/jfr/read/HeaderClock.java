package io.straggler.jfr.read;

import io.straggler.jfr.chunk.ChunkExtent;
import java.util.ArrayList;
import java.util.List;

/**
 * The clock of a recording without paired readings: what its chunks' headers say of it, in nanoseconds since 1970.
 *
 * <p>Every header states its start on both clocks, each a little off. One chunk's statement is used for all that follow while they agree with
 * it, so that an interval that begins in one chunk and ends in the next has the right length. Where they do not, as when another
 * process or profiler wrote the next chunk, a new one begins.
 */
public final class HeaderClock {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Wall clocks are set, and drift: so much of the time since the chunk before, and so much in any case. */
    private static final double DRIFT = 1e-3;

    private static final long SLACK_NS = 100_000_000;

    private HeaderClock() {}

    /** The mapping of each chunk, in order. */
    public static List<ClockMap> of(List<ChunkExtent> extents) {
        List<ClockMap> maps = new ArrayList<>();
        ClockMap current = null;
        ChunkExtent previous = null;
        for (ChunkExtent extent : extents) {
            if (previous == null || !goesOn(previous, extent)) {
                current = ClockMap.ofHeader(extent);
            }
            maps.add(current);
            previous = extent;
        }
        return maps;
    }

    private static boolean goesOn(ChunkExtent previous, ChunkExtent next) {
        double ticks = (double) next.startTicks() - previous.startTicks();
        double tickedNs = ticks * NANOS_PER_SECOND / next.ticksPerSecond();
        double passedNs = (double) next.startEpochNs() - previous.startEpochNs();
        return next.ticksPerSecond() == previous.ticksPerSecond()
                && ticks >= 0
                && Math.abs(tickedNs - passedNs) <= SLACK_NS + DRIFT * Math.abs(passedNs);
    }
}
