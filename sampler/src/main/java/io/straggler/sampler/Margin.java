package io.straggler.sampler;

/**
 * Distance by which a timer is moved further than needed where iterations leave no room to move it exactly: so far that
 * moving takes a small part of the time.
 *
 * <p>The first move without room is shorter: at that distance moves take three percent of the time. If there has been no room since, the following
 * moves take one percent. But an iteration that is late for as long as a margin ends without a stack, so no margin exceeds 45 µs, unless moves
 * take a tenth of the time then. For the pacing thread.
 */
final class Margin {
    private static final int MAX_MOVES = 100;
    private static final int FIRST_MOVES = 30;
    private static final int MIN_MOVES = 10;

    /** Maximum margin in nanoseconds: an outlier that runs for 50 µs longer than the arm delay is to have a stack. */
    private static final long MAX_NS = 45_000;

    /** The margin that is said is kept to by all but this part of the iterations. */
    private static final int SELDOM = 20;

    private static final long SAME_NS = 10;

    private final long pushNs;
    private boolean repeated;
    private long looks;
    private long withoutMargin;
    private long withShortMargin;

    /** @param pushNs what it usually takes to move a timer */
    Margin(long pushNs) {
        this.pushNs = pushNs;
    }

    /** Counts anew. */
    void begin() {
        repeated = false;
        looks = 0;
        withoutMargin = 0;
        withShortMargin = 0;
    }

    /**
     * The distance in nanoseconds of the next move without room. Never further than for usual moves, however slow they are at the moment: one move that was
     * interrupted would blind the trigger for long.
     *
     * @param moveNs what that is expected to take
     */
    long ns(long moveNs) {
        return Math.min(mostNs(), (repeated ? MAX_MOVES : FIRST_MOVES) * moveNs);
    }

    private long firstNs() {
        return Math.min(mostNs(), FIRST_MOVES * pushNs);
    }

    private long mostNs() {
        return Math.max(MIN_MOVES * pushNs, Math.min(MAX_NS, MAX_MOVES * pushNs));
    }

    /** A timer was moved, with or without room. */
    void moved(boolean room) {
        repeated = !room;
    }

    /**
     * Records by how much later than needed, in nanoseconds, a timer is due for an iteration. Delays beyond any margin
     * have another reason and do not count.
     */
    void found(long laterNs) {
        if (laterNs > mostNs() + SAME_NS) {
            return;
        }
        looks++;
        if (laterNs <= SAME_NS) {
            withoutMargin++;
        } else if (laterNs <= firstNs() + SAME_NS) {
            withShortMargin++;
        }
    }

    /**
     * Returns the margin that nearly all iterations kept. From any thread, which sees the last ones when the run is
     * over.
     */
    long usualNs() {
        long most = looks - looks / SELDOM;
        if (withoutMargin >= most) {
            return 0;
        }
        return withoutMargin + withShortMargin >= most ? firstNs() : mostNs();
    }
}
