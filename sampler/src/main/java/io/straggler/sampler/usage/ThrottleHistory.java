package io.straggler.sampler.usage;

import io.straggler.sampler.linux.Throttling;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * How long the process was throttled by its control groups since an instant, as far as looks at its statistics show. Throttling that happened
 * shortly before the instant counts too, if the first look that saw it came after the instant. For one thread.
 */
public final class ThrottleHistory implements AutoCloseable {
    /** Number of changes that are kept; nothing is known about the time before them. */
    private static final int CHANGES = 256;

    /** Null where the kernel says nothing, and when it is closed. */
    private @Nullable Throttling throttling;

    private final long[] seenNs = new long[CHANGES];
    private final long[] totalNs = new long[CHANGES];
    private int changes;

    /** @param throttling of the process's groups; null where the kernel says nothing about them */
    public ThrottleHistory(@Nullable Throttling throttling) {
        this.throttling = throttling;
    }

    /** Reads the statistics again. Returns false if they could not be read; then what was read before goes on. */
    public boolean look(long nowNs) {
        if (throttling == null) {
            return true;
        }
        try {
            long readNs = throttling.throttledNs(nowNs);
            if (changes == 0 || readNs != totalNs[(changes - 1) % CHANGES]) {
                seenNs[changes % CHANGES] = nowNs;
                totalNs[changes % CHANGES] = readNs;
                changes++;
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** How much longer it had been held back at the last look than at an instant. */
    public long sinceNs(long fromNs) {
        int at = changes - 1;
        int oldest = Math.max(0, changes - CHANGES);
        while (at > oldest && seenNs[at % CHANGES] - fromNs > 0) {
            at--;
        }
        return changes == 0 ? 0 : totalNs[(changes - 1) % CHANGES] - totalNs[at % CHANGES];
    }

    /** Closes the source; what was seen stays known. */
    @Override
    public void close() {
        if (throttling != null) {
            throttling.close();
            throttling = null;
        }
    }
}
