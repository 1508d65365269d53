package io.straggler.jfr.read;

import io.straggler.jfr.event.IterationEvent;
import io.straggler.model.Capture;
import io.straggler.model.Outlier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The outliers of a recording within bounds, with the iterations of their busy periods and what the sampler said of them. When
 * there is no more room, the mildest half goes, whole busy periods at a time: a queue of which a part is missing cannot be
 * replayed. From then on, milder outliers are not taken in.
 */
public final class BoundedDetails {
    /** Number of other outliers that need as much memory as one outlier with everything that is concluded from it. */
    static final long PER_OUTLIER = 4;

    private final long most;
    private final List<StragglerEvents> chunks = new ArrayList<>();
    private long kept;
    private long leastNs;
    private long droppedOutliers;
    private long droppedOthers;

    /** @param most how many details may be kept, an outlier counting as {@value #PER_OUTLIER} */
    public BoundedDetails(long most) {
        this.most = most;
    }

    /** A chunk, whose details will be taken in next. */
    StragglerEvents chunk() {
        StragglerEvents chunk = new StragglerEvents(this);
        chunks.add(chunk);
        return chunk;
    }

    /** The chunks so far. */
    List<StragglerEvents> all() {
        return chunks;
    }

    /** Whether there is room for a detail that is no outlier; if so, it is taken. */
    boolean take() {
        if (!makeRoom()) {
            droppedOthers++;
            return false;
        }
        kept++;
        return true;
    }

    /** Takes an outlier if there is room. */
    boolean take(Outlier outlier) {
        if (outlier.iteration().latencyNs() < leastNs || !makeRoom()) {
            droppedOutliers++;
            return false;
        }
        kept += PER_OUTLIER;
        return true;
    }

    /** How many outliers were dropped. */
    long droppedOutliers() {
        return droppedOutliers;
    }

    /** Returns what was dropped, a sentence; empty for nothing. */
    String dropped() {
        if (droppedOutliers + droppedOthers == 0) {
            return "";
        }
        String which = leastNs > 0 ? "those below " + leastNs / 1_000 + " µs" : "the last ones";
        return "more than fits into memory; dropped " + droppedOutliers + " outliers, " + which
                + ", and busy periods without others. More memory (java -Xmx) keeps more";
    }

    private boolean makeRoom() {
        for (int round = 0; kept >= most && round < 3; round++) {
            long[] latenciesNs = chunks.stream()
                    .flatMap(chunk -> chunk.outliers.stream())
                    .mapToLong(outlier -> outlier.iteration().latencyNs())
                    .sorted()
                    .toArray();
            if (latenciesNs.length == 0) {
                return false;
            }
            long middleNs = latenciesNs[latenciesNs.length / 2] + 1;
            if (middleNs > latenciesNs[latenciesNs.length - 1]) {
                return false;
            }
            leastNs = Math.max(leastNs, middleNs);
            prune();
        }
        return kept < most;
    }

    private void prune() {
        Map<Long, Map<Long, Long>> worstNs = worstOfPeriods();
        kept = 0;
        for (StragglerEvents chunk : chunks) {
            int before = chunk.outliers.size();
            chunk.outliers.removeIf(outlier -> outlier.iteration().latencyNs() < leastNs);
            droppedOutliers += before - chunk.outliers.size();
            Map<Long, Long> ofProcess = worstNs.getOrDefault(chunk.processId(), Map.of());
            chunk.periodParts.removeIf(part -> ofProcess.getOrDefault(part.period(), 0L) < leastNs);
        }
        OutlierWindows windows = OutlierWindows.of(
                chunks.stream().flatMap(chunk -> chunk.outliers.stream()).toList(), List.of(), 0);
        for (StragglerEvents chunk : chunks) {
            // The outliers that the last chunk speaks of may not have been read yet.
            if (chunk != chunks.get(chunks.size() - 1)) {
                chunk.captures.removeIf(capture -> capture.purpose() == Capture.Purpose.LATE
                        && !windows.touch(capture.sentNs(), capture.sentNs()));
                chunk.usage.removeIf(reading -> !windows.touch(reading.fromNs(), reading.toNs()));
                chunk.coreUse.removeIf(use -> !windows.touch(use.fromNs(), use.toNs()));
                chunk.coreWaits.removeIf(part -> !windows.touch(part.fromNs(), part.toNs()));
                chunk.lockOwners.removeIf(one -> !windows.touch(one.timeNs(), one.timeNs()));
                chunk.stalls.removeIf(one -> !windows.touch(one.startNs(), one.endNs()));
            }
            kept += chunk.details();
        }
    }

    /** The highest latency of each busy period, by process and number. */
    private Map<Long, Map<Long, Long>> worstOfPeriods() {
        Map<Long, Map<Long, Long>> worstNs = new HashMap<>();
        for (StragglerEvents chunk : chunks) {
            Map<Long, Long> ofProcess = worstNs.computeIfAbsent(chunk.processId(), pid -> new HashMap<>());
            for (IterationEvent.Part part : chunk.periodParts) {
                ofProcess.merge(part.period(), part.iteration().latencyNs(), Math::max);
            }
        }
        return worstNs;
    }
}
