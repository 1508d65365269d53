package io.straggler.model;

import java.util.List;

/**
 * Allocation whose stack the JVM recorded, before a pause that began because the heap was full.
 *
 * @param timeNs when it happened, on the {@link NanoClock} of the measured process
 * @param pauseNs when the first pause after it began, on the same clock: the {@link Evidence#startNs} of that pause
 * @param objectClass of what was allocated
 * @param bytes that it speaks for: what its thread allocated since the sample before; more than zero
 * @param frames root first, leaf last; never empty
 */
public record AllocationSample(long timeNs, long pauseNs, String objectClass, long bytes, List<StackFrame> frames) {
    public AllocationSample {
        frames = List.copyOf(frames);
    }
}
