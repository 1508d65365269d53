package io.straggler.jfr.event;

import java.util.function.Supplier;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/**
 * Paired readings of JFR's clock and of {@link System#nanoTime()}: the event's own start time is the JFR reading, taken
 * between the two others.
 *
 * <p>An event type has one period only, so there is a type for each of the three occasions. A chunk's begin and end make sure
 * that every chunk names its process and that no instant within a recording has to be extrapolated far.
 */
public final class ClockEvents {
    /** A first reading may be interrupted or run cold; the tightest of a few rarely is. */
    private static final int READINGS = 8;

    public static final String REGULAR = "straggler.ClockPair";
    public static final String AT_CHUNK_BEGIN = "straggler.ClockPairAtChunkBegin";
    public static final String AT_CHUNK_END = "straggler.ClockPairAtChunkEnd";

    private ClockEvents() {}

    /** Takes several paired readings and commits the tightest one. */
    static void emit(Supplier<? extends Pair> type) {
        Pair tightest = null;
        for (int i = 0; i < READINGS; i++) {
            Pair pair = type.get();
            if (!pair.isEnabled()) {
                return;
            }
            pair.nanosBefore = System.nanoTime();
            pair.begin();
            pair.nanosAfter = System.nanoTime();
            if (tightest == null || pair.widthNs() < tightest.widthNs()) {
                tightest = pair;
            }
        }
        if (tightest == null) {
            return;
        }
        tightest.pid = ProcessHandle.current().pid();
        tightest.commit();
    }

    @Category("Straggler")
    @Description("Paired readings of the JFR clock (the event's start) and the monotonic clock (around it)")
    @StackTrace(false)
    abstract static class Pair extends Event {
        @Label("Process Id")
        long pid;

        @Label("Before (ns, monotonic clock)")
        long nanosBefore;

        @Label("After (ns, monotonic clock)")
        long nanosAfter;

        private long widthNs() {
            return nanosAfter - nanosBefore;
        }
    }

    @Name(ClockEvents.REGULAR)
    @Label("Clock Pair")
    @Category("Straggler")
    @Period("1 s")
    @StackTrace(false)
    static final class Regular extends Pair {}

    @Name(ClockEvents.AT_CHUNK_BEGIN)
    @Label("Clock Pair at Chunk Begin")
    @Category("Straggler")
    @Period("beginChunk")
    @StackTrace(false)
    static final class AtChunkBegin extends Pair {}

    @Name(ClockEvents.AT_CHUNK_END)
    @Label("Clock Pair at Chunk End")
    @Category("Straggler")
    @Period("endChunk")
    @StackTrace(false)
    static final class AtChunkEnd extends Pair {}
}
