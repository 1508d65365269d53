package io.straggler.jfr;

/**
 * Which events of a type nobody needs to look at, by their bytes alone: all, or those that are known to touch nothing.
 *
 * @param untouched {@code null} for all
 * @param hasDuration whether the start is followed by a duration
 */
record Skip(TouchingEvents untouched, boolean hasDuration) {
    static final Skip ALL = new Skip(null, false);

    /** For the events of a type of which {@code filter}, {@code null} for nobody, wants some; {@code null} if each has to be looked at. */
    static Skip of(RecordedType type, EventFilter filter) {
        if (filter == null) {
            return ALL;
        }
        boolean readable = filter.touching() != null && type.timesComeFirst();
        return readable ? new Skip(filter.touching(), type.indexOf("duration") != null) : null;
    }
}
