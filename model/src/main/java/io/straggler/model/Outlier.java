package io.straggler.model;

import java.util.List;

/**
 * An iteration at or above the threshold.
 *
 * @param iteration its times and parts
 * @param thresholdNs the threshold that it crossed
 * @param probes what the task's probes reported between its start and its end, in order of reporting
 */
public record Outlier(Iteration iteration, long thresholdNs, List<ProbeValue> probes) {
    public Outlier {
        probes = List.copyOf(probes);
    }

    /** A victim waited for others longer than it ran itself: an outlier mostly through inherited delay. */
    public boolean victim() {
        return iteration.inheritedNs() * 2 > iteration.latencyNs();
    }
}
