package io.straggler.jfr.keep;

import io.straggler.jfr.chunk.ChunkExtent;
import io.straggler.jfr.chunk.ChunkFile;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.jfr.event.CaptureEvent;
import io.straggler.jfr.event.ClockEvents;
import io.straggler.jfr.event.IterationEvent;
import io.straggler.jfr.event.OutlierEvent;
import io.straggler.jfr.read.BoundedDetails;
import io.straggler.jfr.read.MeasuredProcess;
import io.straggler.jfr.read.StragglerEvents;
import io.straggler.jfr.read.TimeWindows;
import io.straggler.model.RecordedStops;
import org.jspecify.annotations.Nullable;

/**
 * Facts of a recording that decide which of its events are kept: when outliers and their busy periods were, when other
 * stacks were asked for, and how its clock maps. Grows chunk by chunk.
 */
final class OutlierPeriods {
    /**
     * Margin in nanoseconds around an outlier: what comes just before and after explains, too, and clocks are a little
     * off.
     */
    static final long MARGIN_NS = 1_000_000;

    /** The answer to a capture comes within a millisecond, or is not believed. */
    private static final long ANSWER_NS = 2_000_000;

    private static final int MAX_WINDOWS = 500_000;

    private final TimeWindows late = new TimeWindows(MAX_WINDOWS);
    private final TimeWindows askedOutside = new TimeWindows(MAX_WINDOWS);
    private final StragglerEvents own = new StragglerEvents(new BoundedDetails(0));
    private @Nullable ChunkExtent reference;
    private long outliers;
    private long onlyCounted;
    private boolean closed;
    private long droppedUntilNs = Long.MIN_VALUE;
    private long begunTooEarly;

    /** From now on outliers are only counted. */
    void close() {
        closed = true;
    }

    /** Whether further outliers are kept. */
    boolean keepsMore() {
        return !closed;
    }

    /** Reads a chunk's own events. */
    void scan(RawChunk chunk) {
        boolean[] paired = new boolean[1];
        chunk.events(event -> {
            switch (event.type().name) {
                case OutlierEvent.NAME -> {
                    outliers += closed ? 0 : 1;
                    onlyCounted += closed ? 1 : 0;
                    addIteration(event);
                }
                case IterationEvent.NAME -> addIteration(event);
                case CaptureEvent.NAME -> {
                    if (!event.says("purpose", "LATE")) {
                        long sentNs = event.number("sentNs");
                        askedOutside.add(sentNs - MARGIN_NS, sentNs + ANSWER_NS);
                    }
                }
                case ClockEvents.REGULAR, ClockEvents.AT_CHUNK_BEGIN, ClockEvents.AT_CHUNK_END -> {
                    paired[0] = true;
                    own.pairs.add(new ClockMap.Pair(
                            event.startTicks(), event.number("nanosBefore"), event.number("nanosAfter")));
                }
                default -> {}
            }
        });
        if (reference == null && paired[0]) {
            reference = chunk.extent();
        }
    }

    private void addIteration(RawEvent event) {
        if (closed) {
            return;
        }
        long intendedNs = event.number("intendedNs");
        if (intendedNs < droppedUntilNs && !late.overlaps(intendedNs, intendedNs)) {
            begunTooEarly++;
        }
        late.add(intendedNs - MARGIN_NS, Math.max(intendedNs, event.number("endNs")) + MARGIN_NS);
    }

    /** The mapping for a chunk of the JVM or of async-profiler, or null while no pair of clock readings is known. */
    @Nullable
    ClockMap clockFor(ChunkExtent extent) {
        if (reference == null) {
            return null;
        }
        MeasuredProcess process = new MeasuredProcess();
        process.add(reference, own);
        return process.clock().of(extent);
    }

    boolean isLate(long fromNs, long toNs) {
        return late.overlaps(fromNs, toNs);
    }

    /** Whether a stop of all threads is of interest: because of an outlier, or because it was long; none is once outliers are only counted. */
    boolean isStop(long fromNs, long toNs) {
        return isLate(fromNs, toNs) || !closed && toNs - fromNs >= RecordedStops.MIN_NS;
    }

    boolean isAskedFor(long timeNs) {
        return askedOutside.overlaps(timeNs, timeNs);
    }

    /** From now on, what happened until the file's end is gone. */
    void droppedUntil(ChunkFile file) {
        ClockMap clock = clockFor(file.chunks().get(0));
        if (clock != null) {
            droppedUntilNs = Math.max(droppedUntilNs, clock.toNanos(file.endTicks()));
        }
    }

    /** How many outliers can be kept. */
    long outliers() {
        return outliers;
    }

    /** How many came too late for that. */
    long onlyCounted() {
        return onlyCounted;
    }

    /** Iterations whose begin was dropped before it was known that they mattered. */
    long begunTooEarly() {
        return begunTooEarly;
    }
}
