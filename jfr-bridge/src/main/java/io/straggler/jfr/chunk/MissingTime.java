package io.straggler.jfr.chunk;

import java.util.Comparator;
import java.util.List;

/**
 * Time between the begin and the end of a recording for which it has no chunk: a piece is missing, or nothing was recorded.
 *
 * @param gaps number of gaps
 * @param sumNs their length together
 */
public record MissingTime(long gaps, long sumNs) {
    /** Length in nanoseconds from which on a gap counts: recordings may follow each other with a pause. */
    private static final long WORTH_TELLING_NS = 1_000_000_000;

    /** Missing time of chunks in any order. One that does not say when it ends lasts until the next begins. */
    public static MissingTime of(List<ChunkExtent> chunks) {
        List<ChunkExtent> byStart = chunks.stream()
                .sorted(Comparator.comparingLong(ChunkExtent::startEpochNs))
                .toList();
        long gaps = 0;
        long sumNs = 0;
        long endNs = Long.MAX_VALUE;
        for (ChunkExtent chunk : byStart) {
            long gapNs = endNs == Long.MAX_VALUE ? 0 : chunk.startEpochNs() - endNs;
            if (gapNs >= WORTH_TELLING_NS) {
                gaps++;
                sumNs += gapNs;
            }
            long chunkEndNs = chunk.durationNs() > 0 ? chunk.startEpochNs() + chunk.durationNs() : Long.MAX_VALUE;
            endNs = gapNs > 0 || endNs == Long.MAX_VALUE ? chunkEndNs : Math.max(endNs, chunkEndNs);
        }
        return new MissingTime(gaps, sumNs);
    }
}
