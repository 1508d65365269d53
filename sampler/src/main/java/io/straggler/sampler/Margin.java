package io.straggler.sampler;

/**
 * How much further than needed a timer is moved where there is no room for it: so far that moving takes a small part of the time.
 *
 * <p>In a gap that is too short the iteration behind would be late for it: one percent. Behind an iteration that ended late the next one
 * waits already, and a backlog shall not blind the trigger: two percent. For the pacing thread.
 */
final class Margin {
    private static final int MOVES_IN_A_GAP = 100;
    private static final int MOVES_WITHOUT = 50;

    /** The margin that is said is kept to by all but this part of the iterations. */
    private static final int SELDOM = 20;

    private static final long SAME_NS = 10;

    private final long pushNs;
    private long looks;
    private long withoutMargin;
    private long withShortMargin;
    private volatile long usualNs;

    /** @param pushNs what it takes to move a timer */
    Margin(long pushNs) {
        this.pushNs = pushNs;
    }

    /** Counts anew. */
    void begin() {
        looks = 0;
        withoutMargin = 0;
        withShortMargin = 0;
        usualNs = 0;
    }

    /** In a gap that is too short to move a timer. */
    long withShortGapNs() {
        return MOVES_IN_A_GAP * pushNs;
    }

    /** Without a gap. */
    long withoutGapNs() {
        return MOVES_WITHOUT * pushNs;
    }

    /** For an iteration the timer is due so much later than needed. More than any margin has another reason, and does not count. */
    void found(long laterNs) {
        if (laterNs > withShortGapNs() + SAME_NS) {
            return;
        }
        looks++;
        if (laterNs <= SAME_NS) {
            withoutMargin++;
        } else if (laterNs <= withoutGapNs() + SAME_NS) {
            withShortMargin++;
        }
        long most = looks - looks / SELDOM;
        usualNs =
                withoutMargin >= most ? 0 : withoutMargin + withShortMargin >= most ? withoutGapNs() : withShortGapNs();
    }

    /** What nearly all iterations kept to. From any thread. */
    long usualNs() {
        return usualNs;
    }
}
