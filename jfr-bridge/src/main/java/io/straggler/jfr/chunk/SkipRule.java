package io.straggler.jfr.chunk;

import org.jspecify.annotations.Nullable;

/**
 * Which events of a type nobody needs to look at, by their bytes alone: all, or those at times that are known not to be wanted.
 *
 * @param times {@code null} for all
 * @param hasDuration whether the start is followed by a duration
 */
record SkipRule(@Nullable WantedTimes times, boolean hasDuration) {
    static final SkipRule ALL = new SkipRule(null, false);

    /**
     * Returns the rule for the events of one type. A null {@code filter} skips all. Returns null if every event has to
     * be examined.
     */
    static @Nullable SkipRule of(@Nullable RecordedType type, @Nullable EventFilter filter) {
        if (filter == null) {
            return ALL;
        }
        if (type == null || filter.times() == null || !type.timesComeFirst()) {
            return null;
        }
        return new SkipRule(filter.times(), type.indexOf("duration") != null);
    }
}
