package io.straggler.jfr.chunk;

import io.straggler.model.text.Durations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the time for which a process has no chunk.
 *
 * <p>A JVM ends a chunk at the instant at which it begins the next: both headers hold the same reading of the wall clock, however long a
 * busy machine takes for the change. So the chunks of a process form a chain. If a process has a second chain, a chunk between the two is
 * missing, or nothing was recorded in between.
 *
 * <p>A damaged chunk may have lost the id of its process. So one chunk that names the process does so for its whole chain. Not thread-safe.
 */
public final class ChunkChains {
    /** Recordings of one process may follow each other; a shorter pause between them is not worth a word. */
    private static final long WORTH_TELLING_NS = 1_000_000_000;

    private final List<Chain> chains = new ArrayList<>();

    private static final class Chain {
        private final ChunkExtent first;
        private ChunkExtent last;
        private @Nullable Long pid;

        private Chain(ChunkExtent first) {
            this.first = first;
            this.last = first;
        }

        /** The chunk that a JVM was writing when it was killed does not say when it ended. */
        private boolean ends() {
            return last.durationNs() > 0;
        }

        private long endEpochNs() {
            return last.startEpochNs() + last.durationNs();
        }

        /** The one that ends later: this, or one that was found after it. */
        private Chain later(Chain next) {
            return ends() && next.ends() && endEpochNs() > next.endEpochNs() ? this : next;
        }
    }

    /**
     * Takes the next chunk of a file.
     *
     * @param pid the process that wrote it, or {@code null} when it does not say
     */
    public void add(ChunkExtent extent, @Nullable Long pid) {
        Chain chain = chainBefore(extent);
        chain.last = extent;
        chain.pid = chain.pid == null ? pid : chain.pid;
    }

    private Chain chainBefore(ChunkExtent extent) {
        for (Chain chain : chains) {
            if (chain.ends() && chain.endEpochNs() == extent.startEpochNs()) {
                return chain;
            }
        }
        chains.add(new Chain(extent));
        return chains.get(chains.size() - 1);
    }

    /** A sentence for each time that is missing, without file and full stop. */
    public List<String> gaps() {
        List<String> gaps = new ArrayList<>();
        Map<Long, Chain> latestOf = new HashMap<>();
        for (Chain chain : chains) {
            if (chain.pid == null) {
                continue;
            }
            Chain before = latestOf.get(chain.pid);
            long gapNs = before == null || !before.ends() ? 0 : chain.first.startEpochNs() - before.endEpochNs();
            if (gapNs > WORTH_TELLING_NS) {
                gaps.add("offset " + chain.first.offsetBytes() + ": " + Durations.format(gapNs)
                        + " before this chunk are missing: a chunk was lost, or nothing was recorded");
            }
            latestOf.merge(chain.pid, chain, Chain::later);
        }
        return gaps;
    }
}
