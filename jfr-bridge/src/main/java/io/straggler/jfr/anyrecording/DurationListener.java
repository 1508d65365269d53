package io.straggler.jfr.anyrecording;

/** Takes the durations of events. */
public interface DurationListener {
    /** @param typeName of an event that took {@code durationNs}, more than nothing */
    void event(String typeName, long durationNs);
}
