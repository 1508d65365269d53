package io.straggler.sampler;

/**
 * The threads that are captured: the pacing thread first, then its helpers.
 *
 * <p>Threads: {@link #help}, {@link #count} and {@link #get} from any; the rest as {@link TimedThread} says.
 */
final class TimedThreads {
    private static final int MAX_HELPERS = 16;

    /**
     * Approximate cost of reading the statistics in nanoseconds; they are read where the gap is forty times as long, or
     * seldom.
     */
    private static final long READING_NS = 3_000;

    private static final long EASY_GAP_NS = 40 * READING_NS;
    private static final long SELDOM_NS = 100 * READING_NS;

    /** Smallest time in nanoseconds between readings of helpers' statistics, which cost several times as much. */
    private static final long HELPERS_SELDOM_NS = 1_000_000;

    /** While iterations are in flight, what helpers use belongs to these: it is read anew only when the last reading is this old. */
    private static final long OLDEST_IN_FLIGHT_NS = 20_000_000;

    private final TimedThread[] helpers = new TimedThread[MAX_HELPERS];
    private volatile int helperCount;

    /** The pacing thread's. {@link #count} is zero before that is known. */
    @SuppressWarnings("NullAway.Init")
    private TimedThread own;

    /** Names the pacing thread. Once, before anything else. */
    void pace(TimedThread pacing) {
        own = pacing;
    }

    /** @return false if there are too many already */
    synchronized boolean help(TimedThread helper) {
        if (helperCount == MAX_HELPERS) {
            return false;
        }
        helpers[helperCount] = helper;
        helperCount = helperCount + 1;
        return true;
    }

    /** The pacing thread's. Once the trigger is armed. */
    TimedThread own() {
        return own;
    }

    /** How many help it. */
    int helpers() {
        return helperCount;
    }

    TimedThread helper(int index) {
        return helpers[index];
    }

    /** All of them; none before the pacing thread is known. */
    int count() {
        return own == null ? 0 : 1 + helperCount;
    }

    /** One of them, the pacing thread first. */
    TimedThread get(int index) {
        return index == 0 ? own : helpers[index - 1];
    }

    /** Marks the instants of the timers as unknown: they have to be moved. */
    void unknown() {
        for (int i = 0; i < count(); i++) {
            get(i).unknown();
        }
    }

    void disarm() {
        for (int i = 0; i < count(); i++) {
            get(i).disarm();
        }
    }

    /** From a thread that completes an iteration. */
    void stop() {
        for (int i = 0; i < count(); i++) {
            get(i).stop();
        }
    }

    /** From a thread that completes an iteration. */
    void move(long dueNs, long everyNs) {
        for (int i = 0; i < count(); i++) {
            get(i).move(dueNs, everyNs);
        }
    }

    /**
     * Reads scheduler statistics, for the iteration that comes, where there is time.
     *
     * @param gapNs until it comes
     * @param ofHelpers whether the helpers' are wanted, too
     * @param inFlight whether an iteration is in flight, which the next one overlaps
     */
    void readUsages(long nowNs, long gapNs, boolean ofHelpers, boolean inFlight) {
        if (gapNs > EASY_GAP_NS || gapNs > 2 * READING_NS && nowNs - own.readNs() > SELDOM_NS) {
            own.readUsage();
        }
        int count = helperCount;
        long seldomNs = inFlight ? OLDEST_IN_FLIGHT_NS : HELPERS_SELDOM_NS;
        if (ofHelpers && gapNs > EASY_GAP_NS && count > 0 && nowNs - helpers[0].readNs() > seldomNs) {
            for (int i = 0; i < count; i++) {
                helpers[i].readUsage();
            }
        }
    }
}
