package io.straggler.jfr.clock;

import io.straggler.jfr.chunk.ChunkExtent;
import java.util.ArrayList;
import java.util.List;

/**
 * The clock of a recording without paired readings: it maps ticks to nanoseconds since 1970 by the chunks' headers.
 *
 * <p>Every header states the chunk's start on both clocks, each a little off. One header is used for all chunks that follow, as long as
 * each agrees with the chunk before it. So an interval that begins in one chunk and ends in the next has the right length. Where a header
 * does not agree, as when another process or profiler wrote the chunk, that header is used from there on.
 */
public final class HeaderClock {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Largest drift of a wall clock, as a share of the time since the chunk before. */
    private static final double DRIFT = 1e-3;

    private static final long SLACK_NS = 100_000_000;

    private HeaderClock() {}

    /** The mapping of each chunk, in order. */
    public static List<ClockMap> of(List<ChunkExtent> extents) {
        List<ClockMap> maps = new ArrayList<>();
        ClockMap map = null;
        ChunkExtent previous = null;
        for (ChunkExtent extent : extents) {
            if (previous == null || !goesOn(previous, extent)) {
                map = ClockMap.ofHeader(extent);
            }
            maps.add(map);
            previous = extent;
        }
        return maps;
    }

    /** Returns the largest error in nanoseconds between times of different chunks; zero if one clock serves all. */
    public static long errorNs(List<ClockMap> maps) {
        return maps.stream().distinct().count() > 1 ? SLACK_NS : 0;
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
