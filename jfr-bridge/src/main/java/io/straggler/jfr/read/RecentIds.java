package io.straggler.jfr.read;

import java.util.HashSet;
import java.util.Set;

/**
 * Ids of what is reported in several events. If a chunk ends in between, the rest is in the next one. So it is known that all has been read when a
 * chunk says nothing of an id any more. Only what lasts for several chunks, as a concurrent collection does, may come again.
 */
final class RecentIds {
    private Set<Long> before = new HashSet<>();
    private Set<Long> now = new HashSet<>();

    void add(long id) {
        now.add(id);
    }

    /** A chunk ends: those of the chunk before that it said nothing of. */
    Set<Long> over() {
        Set<Long> over = before;
        over.removeAll(now);
        before = now;
        now = new HashSet<>();
        return over;
    }
}
