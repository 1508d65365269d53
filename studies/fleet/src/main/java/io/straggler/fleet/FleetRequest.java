package io.straggler.fleet;

import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.Condition;
import io.straggler.jfr.anyrecording.IterationQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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

    /**
     * A request from arguments: {@code name=value} with the names {@code tables}, {@code by}, {@code path}, {@code iterations}, {@code where},
     * {@code threshold}, {@code deployed}, {@code cores} and {@code source}. The names {@code by}, {@code where} and {@code source} may stand several
     * times, each with one value.
     *
     * @param from index of the first one
     * @throws IllegalArgumentException if a value is not understood
     */
    public static FleetRequest of(String[] arguments, int from) {
        Map<String, List<String>> values = new TreeMap<>();
        for (int i = from; i < arguments.length; i++) {
            int end = arguments[i].indexOf('=');
            values.computeIfAbsent(arguments[i].substring(0, end), name -> new ArrayList<>())
                    .add(arguments[i].substring(end + 1));
        }
        List<Condition> where = values.getOrDefault("where", List.of()).stream()
                .map(Condition::of)
                .toList();
        return new FleetRequest(
                values.getOrDefault("source", List.of()),
                one(values, "tables").orElseThrow(() -> new IllegalArgumentException("tables must be given: tables=")),
                values.getOrDefault("by", List.of()),
                one(values, "path"),
                one(values, "iterations").map(event -> new IterationQuery(event, where, Optional.empty())),
                Threshold.parse(one(values, "threshold").orElse("auto")),
                one(values, "deployed").map(Instant::parse),
                one(values, "cores").map(Integer::valueOf));
    }

    private static Optional<String> one(Map<String, List<String>> values, String name) {
        return Optional.ofNullable(values.get(name)).map(all -> all.get(0));
    }
}
