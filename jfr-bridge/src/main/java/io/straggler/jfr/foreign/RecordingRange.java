package io.straggler.jfr.foreign;

import io.straggler.jfr.chunk.ChunkExtent;
import io.straggler.jfr.clock.HeaderClock;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Some chunks of a recording that follow each other, with what is needed to read them without the others.
 *
 * @param fromBytes where they begin in the file; the bytes from there on are a recording of their own
 * @param toBytes where they end; more than the file is long for its end
 * @param clock at the end of the chunk before them
 */
public record RecordingRange(long fromBytes, long toBytes, HeaderClock clock) implements Serializable {
    /** A whole recording. */
    public static final RecordingRange ALL = new RecordingRange(0, Long.MAX_VALUE, HeaderClock.BEFORE_ALL);

    /**
     * Divides a recording where chunks end. The last range also holds whatever follows the chunks that are in order.
     *
     * @param chunks that are in order, from the first on
     * @param fileBytes how long the file is
     * @param leastBytes of each range but the last
     */
    public static List<RecordingRange> of(List<ChunkExtent> chunks, long fileBytes, long leastBytes) {
        List<RecordingRange> ranges = new ArrayList<>();
        HeaderClock before = HeaderClock.BEFORE_ALL;
        HeaderClock clock = before;
        long fromBytes = 0;
        for (ChunkExtent chunk : chunks) {
            clock = clock.after(chunk);
            long endBytes = chunk.offsetBytes() + chunk.sizeBytes();
            if (endBytes - fromBytes >= leastBytes && endBytes < fileBytes) {
                ranges.add(new RecordingRange(fromBytes, endBytes, before));
                fromBytes = endBytes;
                before = clock;
            }
        }
        ranges.add(new RecordingRange(fromBytes, fileBytes, before));
        return ranges;
    }

    /** The same chunks in a file that holds nothing else. */
    public RecordingRange alone() {
        return new RecordingRange(0, Long.MAX_VALUE, clock);
    }
}
