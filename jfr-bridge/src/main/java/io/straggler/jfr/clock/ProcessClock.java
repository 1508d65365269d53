package io.straggler.jfr.clock;

import io.straggler.jfr.chunk.ChunkExtent;
import io.straggler.model.text.Durations;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The clock of one process, by its paired readings. Where it jumps backwards, as the processor's time stamp counter can when a
 * virtual machine is moved, what is before and what is after have mappings of their own.
 */
public final class ProcessClock {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** Largest drift between two readings as a share of the time between them, in addition to {@link #SLACK_NS}. */
    private static final double DRIFT = 1e-3;

    private static final long SLACK_NS = 1_000_000;

    private final List<Period> periods = new ArrayList<>();
    private final Map<ChunkExtent, Period> ofChunks = new HashMap<>();
    private final List<String> jumps = new ArrayList<>();
    private ClockMap.@Nullable Pair last;

    /** Readings that one mapping fits. */
    private static final class Period {
        private final ChunkExtent reference;
        private final List<ClockMap.Pair> pairs = new ArrayList<>();
        private @Nullable ClockMap map;

        private Period(ChunkExtent reference) {
            this.reference = reference;
        }

        private ClockMap map() {
            if (map == null) {
                map = ClockMap.of(pairs, reference.ticksPerSecond());
            }
            return map;
        }

        /** How far the mapping is from the wall clock that a chunk's header states for these ticks. */
        private long errorNs(ChunkExtent chunk, long ns) {
            long expectedNs = map().toNanos(reference.startTicks()) + chunk.startEpochNs() - reference.startEpochNs();
            return Math.abs(ns - expectedNs);
        }
    }

    /** Takes the readings of the next chunk of the process. */
    public void add(ChunkExtent extent, List<ClockMap.Pair> pairs) {
        List<ClockMap.Pair> ordered = new ArrayList<>(pairs);
        ordered.sort(Comparator.comparingLong(ClockMap.Pair::ticks));
        for (ClockMap.Pair pair : ordered) {
            if (last == null || splits(extent, last, pair)) {
                periods.add(new Period(extent));
            }
            Period current = periods.get(periods.size() - 1);
            ofChunks.putIfAbsent(extent, current);
            current.pairs.add(pair);
            last = pair;
        }
    }

    /** Reports a jump, and returns whether a new mapping is needed behind it. */
    private boolean splits(ChunkExtent extent, ClockMap.Pair before, ClockMap.Pair pair) {
        long ticks = pair.ticks() - before.ticks();
        long realNs = pair.midNs() - before.midNs();
        double expectedNs = (double) ticks * NANOS_PER_SECOND / extent.ticksPerSecond();
        double jumpNs = realNs - expectedNs;
        double toleratedNs = SLACK_NS + DRIFT * Math.abs(expectedNs) + pair.halfWidthNs() + before.halfWidthNs();
        if (Math.abs(jumpNs) <= toleratedNs) {
            return false;
        }
        jumps.add("offset " + extent.offsetBytes() + ": the recording's clock jumped by "
                + Durations.format(Math.round(Math.abs(jumpNs)))
                + " before or in this chunk; times close to the jump are uncertain");
        return ticks <= 0 || realNs <= 0;
    }

    /** The mappings; none without paired readings. */
    public List<ClockMap> maps() {
        return periods.stream().map(Period::map).toList();
    }

    /** A sentence for each jump. */
    public List<String> jumps() {
        return jumps;
    }

    /**
     * The mapping for one chunk of the process.
     *
     * <p>async-profiler reads the JVM's clock where that is the processor's time stamp counter. Elsewhere the JVM counts
     * nanoseconds from its start, and async-profiler takes the monotonic clock as it is. Headers do not say which, but they
     * state the wall clock: the mapping under which a chunk begins when its header says so is the right one, since the two
     * differ by the time from the machine's start to the JVM's.
     */
    public ClockMap of(ChunkExtent chunk) {
        if (periods.isEmpty()) {
            return ClockMap.ofHeader(chunk);
        }
        Period own = ofChunks.get(chunk);
        if (own == null) {
            own = periods.stream()
                    .min(Comparator.comparingLong(
                            period -> period.errorNs(chunk, period.map().toNanos(chunk.startTicks()))))
                    .orElseThrow();
        }
        if (chunk.ticksPerSecond() != NANOS_PER_SECOND) {
            return own.map();
        }
        long errorNs = own.errorNs(chunk, own.map().toNanos(chunk.startTicks()));
        long errorAsIsNs = own.errorNs(chunk, chunk.startTicks());
        return errorNs <= errorAsIsNs ? own.map() : ClockMap.asIs(chunk.startTicks());
    }
}
