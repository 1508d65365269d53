package io.straggler.jfr.clock;

import io.straggler.jfr.chunk.ChunkExtent;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The clock of a recording without paired readings, as it is at the end of one chunk: it maps ticks to nanoseconds since 1970 by the
 * chunks' headers.
 *
 * <p>Every header states the chunk's start on both clocks, each a little off. One header is used for all chunks that follow, as long as
 * each agrees with the chunk before it. So an interval that begins in one chunk and ends in the next has the right length. Where a header
 * does not agree, as when another process or profiler wrote the chunk, that header is used from there on.
 *
 * @param stated the chunk whose header is used; {@code null} before the first chunk
 * @param last the chunk at whose end this is the clock; {@code null} before the first
 */
public record HeaderClock(ChunkExtent stated, ChunkExtent last) implements Serializable {
    /** Before the first chunk. */
    public static final HeaderClock BEFORE_ALL = new HeaderClock(null, null);

    private static final double NANOS_PER_SECOND = 1e9;

    /** Wall clocks are set, and drift: so much of the time since the chunk before, and so much in any case. */
    private static final double DRIFT = 1e-3;

    private static final long SLACK_NS = 100_000_000;

    /** The mapping of each chunk, in order, from the first of a recording on. */
    public static List<ClockMap> of(List<ChunkExtent> extents) {
        return BEFORE_ALL.maps(extents);
    }

    /** The mapping of each of the chunks that follow this one. */
    public List<ClockMap> maps(List<ChunkExtent> next) {
        List<ClockMap> maps = new ArrayList<>();
        HeaderClock clock = this;
        ClockMap map = stated == null ? null : ClockMap.ofHeader(stated);
        for (ChunkExtent extent : next) {
            HeaderClock then = clock.after(extent);
            if (then.stated != clock.stated) {
                map = ClockMap.ofHeader(extent);
            }
            maps.add(map);
            clock = then;
        }
        return maps;
    }

    /** The clock at the end of the next chunk. */
    public HeaderClock after(ChunkExtent next) {
        return new HeaderClock(last == null || !goesOn(last, next) ? next : stated, next);
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
