package io.straggler.fleet.spark;

import io.straggler.fleet.FleetRequest;
import io.straggler.fleet.PathPattern;
import io.straggler.fleet.SourceReader;
import io.straggler.fleet.SourceSummary;
import io.straggler.fleet.UnusableSourceException;
import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.Condition;
import io.straggler.jfr.anyrecording.IterationQuery;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How recordings are read, in a form that travels to where they are read.
 *
 * @param event of recordings of any program; empty to read only runs of Straggler
 * @param where what its events have to be
 * @param threshold from which duration on they are outliers
 * @param pattern what folders mean; empty for nothing
 * @param sinceEpochMs when they are read
 */
record Reading(String event, List<String> where, String threshold, String pattern, long sinceEpochMs)
        implements Serializable {
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
                request.path().orElse(""),
                System.currentTimeMillis());
    }

    /**
     * Returns the key of what is known of a recording, as long as it is not written again, and is read in the same way.
     */
    String key(Source source) {
        return source.key(event.isEmpty() ? "" : event + " " + where + " " + threshold);
    }

    /** Returns the key of what is known until recordings are read the next time. */
    String attemptKey(Source source) {
        return key(source) + "\n" + sinceEpochMs;
    }

    private IterationQuery query() {
        return new IterationQuery(event, where.stream().map(Condition::of).toList(), Optional.empty());
    }

    /** Reads one recording; from another file system by way of a copy. */
    SourceSummary read(Source source) throws UnusableSourceException, IOException {
        SourceReader reader =
                new SourceReader(event.isEmpty() ? Optional.empty() : Optional.of(query()), Threshold.parse(threshold));
        if (source.place().startsWith("file:/")) {
            return reader.read(Path.of(source.name()), source.name());
        }
        org.apache.hadoop.fs.Path from = new org.apache.hadoop.fs.Path(source.place());
        try (OwnFolder own = new OwnFolder()) {
            Path copy = own.path().resolve(from.getName());
            FileSystems.inTask(from).copyToLocalFile(false, from, new org.apache.hadoop.fs.Path(copy.toUri()), true);
            return reader.read(copy, source.name());
        }
    }
}
