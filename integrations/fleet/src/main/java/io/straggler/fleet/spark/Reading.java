package io.straggler.fleet.spark;

import io.straggler.FleetRequest;
import io.straggler.fleet.PathPattern;
import io.straggler.fleet.SourceReader;
import io.straggler.fleet.SourceSummary;
import io.straggler.fleet.UnusableSourceException;
import io.straggler.harness.Threshold;
import io.straggler.jfr.foreign.Condition;
import io.straggler.jfr.foreign.IterationQuery;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** How recordings are read, in a form that travels to where they are read. */
record Reading(String event, List<String> where, String threshold, String pattern) implements Serializable {
    static Reading of(FleetRequest request) {
        request.path().ifPresent(PathPattern::new);
        return new Reading(
                request.query().map(IterationQuery::event).orElse(""),
                request.query()
                        .map(query -> query.where().stream()
                                .map(condition -> condition.field() + "=" + condition.value())
                                .toList())
                        .orElse(List.of()),
                request.threshold().toString(),
                request.path().orElse(""));
    }

    /** What a result depends on besides the recording. */
    String options() {
        return event.isEmpty() ? "" : event + " " + where + " " + threshold;
    }

    /** Reads one recording; from another file system by way of a copy, which is deleted. */
    SourceSummary read(Source source) throws UnusableSourceException, IOException {
        Optional<IterationQuery> query = event.isEmpty()
                ? Optional.empty()
                : Optional.of(new IterationQuery(
                        event, where.stream().map(Condition::of).toList(), Optional.empty()));
        SourceReader reader = new SourceReader(query, Threshold.parse(threshold));
        if (source.place().startsWith("file:/")) {
            return reader.read(Path.of(source.name()), source.name());
        }
        Path folder = Files.createTempDirectory("straggler-fleet-");
        try {
            org.apache.hadoop.fs.Path from = new org.apache.hadoop.fs.Path(source.place());
            Path copy = folder.resolve(from.getName());
            FileSystem files = from.getFileSystem(new Configuration());
            files.copyToLocalFile(false, from, new org.apache.hadoop.fs.Path(copy.toUri()), true);
            return reader.read(copy, source.name());
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path one : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(one);
            }
        }
    }
}
