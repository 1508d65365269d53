package io.straggler.jfr;

/** How much of something may still be kept, so that a recording larger than memory is read in part instead of not at all. */
final class Room {
    private final long most;
    private long kept;
    private long dropped;

    Room(long most) {
        this.most = most;
    }

    /** Whether there is room for one more; if so, it is taken. */
    boolean take() {
        if (kept >= most) {
            dropped++;
            return false;
        }
        kept++;
        return true;
    }

    /** How often there was no room. */
    long dropped() {
        return dropped;
    }
}
