package io.straggler;

import io.straggler.harness.Threshold;
import io.straggler.jfr.foreign.IterationQuery;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Which recordings to merge, and how.
 *
 * @param sources folders, files, patterns and addresses of object stores
 * @param tables where results are kept, as the engine's file systems write it
 * @param by what to group recordings by, each on its own
 * @param path what folders in a path mean, such as <code>{region}/{host}/*</code>
 * @param query which events of recordings of any program are iterations
 * @param threshold from which duration on these are outliers
 * @param deployed when something changed: recordings that began before are compared with later ones
 * @param cores how many recordings are read at a time in this process; as many as the machine has cores if that is not said
 */
public record FleetRequest(
        List<String> sources,
        String tables,
        List<String> by,
        Optional<String> path,
        Optional<IterationQuery> query,
        Threshold threshold,
        Optional<Instant> deployed,
        Optional<Integer> cores) {
    public FleetRequest {
        sources = List.copyOf(sources);
        by = List.copyOf(by);
    }
}
