package io.straggler.fleet;

import io.straggler.foreign.RecordedLatencies;
import io.straggler.jfr.foreign.OutlierTally;
import java.io.Serializable;
import java.util.ArrayList;

/**
 * What is known of a recording, or of a range of it, before it is read what was recorded around outliers. Ranges are added in the order in which the recording holds
 * them. Not thread-safe.
 */
public final class FirstReadings implements Serializable {
    private static final long serialVersionUID = 1;

    private final RecordedLatencies latencies;
    private final ArrayList<String> digests = new ArrayList<>();
    private OutlierTally outliers;

    FirstReadings(RecordedLatencies latencies, String digest) {
        this.latencies = latencies;
        this.digests.add(digest);
    }

    /** Adds those of the next range; nothing of them may be used any more. */
    public void add(FirstReadings next) {
        latencies.add(next.latencies);
        digests.addAll(next.digests);
    }

    /** Adds the outliers of the next range; nothing of them may be used any more. */
    public void add(OutlierTally next) {
        if (outliers == null) {
            outliers = next;
        } else {
            outliers.add(next);
        }
    }

    RecordedLatencies latencies() {
        return latencies;
    }

    OutlierTally outliers() {
        return outliers;
    }

    String digest() {
        return ContentDigest.ofParts(digests);
    }
}
