package io.straggler.fleet.result;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.Series;
import java.util.List;
import java.util.Map;

/**
 * Result of the recordings of many hosts together.
 *
 * @param sources how they were found
 * @param all all of them as one group
 * @param without percentiles of all iterations without a cause, one series for each
 * @param hosts each host, the one that loses most in outliers first
 * @param unlike which of them are unlike the rest
 * @param by the same recordings in groups
 * @param differences between groups
 * @param sites where culprits were slow, the site that caused the most delay first
 * @param times what happened when
 * @param facts what the recordings have in common and what not: for each fact its values, and how many recordings have them
 */
public record Fleet(
        Sources sources,
        FleetGroup all,
        List<Without> without,
        List<FleetHost> hosts,
        UnlikeHosts unlike,
        List<Grouping> by,
        List<FleetDifference> differences,
        List<FleetSite> sites,
        FleetTimes times,
        Map<String, Map<String, Long>> facts) {
    public Fleet {
        without = List.copyOf(without);
        hosts = List.copyOf(hosts);
        by = List.copyOf(by);
        differences = List.copyOf(differences);
        sites = List.copyOf(sites);
    }

    /**
     * How recordings were found.
     *
     * @param asked what the user named
     * @param found how many recordings that is
     * @param reused how many of these had been read before
     * @param otherFiles how many files were no recordings by their names, and passed over
     * @param saturated of how many recordings the rate was not kept
     * @param skipped recordings that are not part of the result
     */
    public record Sources(
            List<String> asked, long found, long reused, long otherFiles, long saturated, List<SkippedSource> skipped) {
        public Sources {
            asked = List.copyOf(asked);
            skipped = List.copyOf(skipped);
        }
    }

    /**
     * Recordings by what they have in common.
     *
     * @param by such as {@code version}
     * @param groups the one with the most recordings first
     */
    public record Grouping(String by, List<FleetGroup> groups) {
        public Grouping {
            groups = List.copyOf(groups);
        }
    }

    /** The percentiles without a cause. */
    public record Without(Cause cause, Series latency) {}
}
