package io.straggler.jfr.keep;

import java.time.Duration;

/**
 * How much a {@link RecordingFollower} holds and keeps.
 *
 * @param held how long a chunk is held after its end, for outliers that began in it and are not over yet
 * @param waitingBytes how many bytes of chunks are held at most; if there are more, chunks are held for a shorter time
 * @param wholeBytes a recording of no more bytes is kept as it is
 * @param keptBytes once so many bytes are kept, further outliers are only counted
 */
public record RetentionLimits(Duration held, long waitingBytes, long wholeBytes, long keptBytes) {
    private static final long MEGABYTE = 1_000_000;

    /** An hour with an outlier in a thousand iterations, at 100,000 a second, fits. */
    public static final RetentionLimits USUAL =
            new RetentionLimits(Duration.ofSeconds(10), 48 * MEGABYTE, 16 * MEGABYTE, 200 * MEGABYTE);

    public RetentionLimits {
        if (held.isNegative() || waitingBytes < 0 || wholeBytes < 0 || keptBytes < 0) {
            throw new IllegalArgumentException("limits must be 0 or more: held=" + held + ", waitingBytes="
                    + waitingBytes + ", wholeBytes=" + wholeBytes + ", keptBytes=" + keptBytes);
        }
    }
}
