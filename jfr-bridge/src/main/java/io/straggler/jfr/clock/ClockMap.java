package io.straggler.jfr.clock;

import io.straggler.jfr.chunk.ChunkExtent;
import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.jfr.event.Times;
import io.straggler.model.ClockError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The mapping of JFR's ticks to the monotonic clock of one process: straight lines between paired readings, and beyond them a
 * line with the slope of all, or of the stated frequency when they are too close to each other to tell.
 */
public final class ClockMap {
    /** Over half a second, an error of 100 ns in a pair is a slope error of 0.2 ppm: better than what a header states. */
    private static final double SLOPE_FROM_NS = 5e8;

    private final long[] ticks;
    private final long[] nanos;
    private final long[] halfWidths;
    private final double nanosPerTick;

    private ClockMap(List<Pair> pairs, long ticksPerSecond) {
        List<Pair> usable = usable(pairs);
        ticks = usable.stream().mapToLong(Pair::ticks).toArray();
        nanos = usable.stream().mapToLong(Pair::midNs).toArray();
        halfWidths = usable.stream().mapToLong(Pair::halfWidthNs).sorted().toArray();
        double stated = 1e9 / ticksPerSecond;
        int last = ticks.length - 1;
        boolean farApart = nanos[last] - nanos[0] >= SLOPE_FROM_NS;
        nanosPerTick = farApart ? (double) (nanos[last] - nanos[0]) / (ticks[last] - ticks[0]) : stated;
    }

    /**
     * The mapping of a process.
     *
     * @param pairs at least one
     * @param ticksPerSecond as the chunks' headers state it
     */
    public static ClockMap of(List<Pair> pairs, long ticksPerSecond) {
        return new ClockMap(pairs, ticksPerSecond);
    }

    /** The mapping that a chunk's header gives, to nanoseconds since 1970: for recordings without paired readings. */
    static ClockMap ofHeader(ChunkExtent header) {
        Pair pair = new Pair(header.startTicks(), header.startEpochNs(), header.startEpochNs());
        return new ClockMap(List.of(pair), header.ticksPerSecond());
    }

    /** The mapping of a clock whose ticks are those of the monotonic clock. */
    public static ClockMap asIs(long anyTick) {
        return new ClockMap(List.of(new Pair(anyTick, anyTick, anyTick)), 1_000_000_000);
    }

    /** How good several mappings are together; no pairs make no error. */
    public static ClockError error(List<ClockMap> maps) {
        long[] widths = maps.stream()
                .flatMapToLong(map -> Arrays.stream(map.halfWidths))
                .sorted()
                .toArray();
        long worst = maps.stream()
                .mapToLong(ClockMap::worstAgainstNeighboursNs)
                .max()
                .orElse(0);
        return new ClockError(widths.length, widths.length == 0 ? 0 : widths[widths.length / 2], worst);
    }

    /** The instant of a tick. Throws {@link CorruptChunkException} for one that no clock can have shown. */
    public long toNanos(long tick) {
        if (Math.abs(tick) >= Times.FARTHEST_NS) {
            throw new CorruptChunkException("time must be one that a clock can show: ticks=" + tick);
        }
        int last = ticks.length - 1;
        if (tick <= ticks[0]) {
            return beyond(0, tick);
        }
        if (tick >= ticks[last]) {
            return beyond(last, tick);
        }
        int at = Arrays.binarySearch(ticks, tick);
        int left = at >= 0 ? at : -at - 2;
        return between(left, left + 1, tick);
    }

    private long beyond(int pair, long tick) {
        double awayNs = (tick - ticks[pair]) * nanosPerTick;
        if (Math.abs(awayNs) >= Times.FARTHEST_NS) {
            throw new CorruptChunkException("time must be within reach of the recording: ticks=" + tick);
        }
        return nanos[pair] + Math.round(awayNs);
    }

    private long between(int left, int right, long tick) {
        return nanos[left] + Math.round((tick - ticks[left]) * slope(left, right));
    }

    private double slope(int left, int right) {
        return (double) (nanos[right] - nanos[left]) / (ticks[right] - ticks[left]);
    }

    /** The first tick whose instant is {@code ns} or later. Throws {@link CorruptChunkException} if no clock can have shown it. */
    public long firstTickFrom(long ns) {
        int last = ticks.length - 1;
        int at = Arrays.binarySearch(nanos, ns);
        int left = Math.min(last, Math.max(0, at >= 0 ? at : -at - 2));
        double slope = left < last && ns >= nanos[0] ? slope(left, left + 1) : nanosPerTick;
        long estimate = ticks[left] + Math.round((ns - nanos[left]) / slope);
        long before = estimate;
        for (long step = 1; toNanos(before) >= ns; step *= 2) {
            before -= step;
        }
        long from = estimate;
        for (long step = 1; toNanos(from) < ns; step *= 2) {
            from += step;
        }
        while (from - before > 1) {
            long middle = before + (from - before) / 2;
            if (toNanos(middle) < ns) {
                before = middle;
            } else {
                from = middle;
            }
        }
        return from;
    }

    private long worstAgainstNeighboursNs() {
        long worst = 0;
        for (int i = 1; i < ticks.length - 1; i++) {
            worst = Math.max(worst, Math.abs(nanos[i] - between(i - 1, i + 1, ticks[i])));
        }
        return worst;
    }

    /** Returns the pairs in order of ticks and of time, without those that were interrupted between their readings. */
    private static List<Pair> usable(List<Pair> pairs) {
        List<Pair> ordered = new ArrayList<>(pairs);
        ordered.sort(Comparator.comparingLong(Pair::halfWidthNs));
        long widest = 8 * ordered.get(ordered.size() / 2).halfWidthNs() + 1_000;
        ordered.removeIf(pair -> pair.halfWidthNs() > widest);
        ordered.sort(Comparator.comparingLong(Pair::ticks));
        List<Pair> distinct = new ArrayList<>();
        for (Pair pair : ordered) {
            Pair last = distinct.isEmpty() ? null : distinct.get(distinct.size() - 1);
            if (last == null || last.ticks() < pair.ticks() && last.midNs() < pair.midNs()) {
                distinct.add(pair);
            }
        }
        return distinct;
    }

    /** A reading of JFR's clock between two of the monotonic clock. */
    public record Pair(long ticks, long beforeNs, long afterNs) {
        /** Whether it can have been read: no clock is that far from its zero, and none runs backwards. */
        public boolean plausible() {
            return Math.abs(ticks) < Times.FARTHEST_NS
                    && Math.abs(beforeNs) < Times.FARTHEST_NS
                    && afterNs >= beforeNs
                    && afterNs < Times.FARTHEST_NS;
        }

        long midNs() {
            return beforeNs + (afterNs - beforeNs) / 2;
        }

        long halfWidthNs() {
            return (afterNs - beforeNs + 1) / 2;
        }
    }
}
