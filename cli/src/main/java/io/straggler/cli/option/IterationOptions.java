package io.straggler.cli.option;

import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.Condition;
import io.straggler.jfr.anyrecording.IterationQuery;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which events of another program's recording are iterations. */
public final class IterationOptions {
    private static final String TRACE = "traceId=";

    @Option(
            names = "--iterations",
            paramLabel = "EVENT",
            description = "Of a recording of any program: the events of this type are the iterations.")
    private String event;

    @Option(
            names = "--where",
            paramLabel = "FIELD=VALUE",
            description = "Only events of which a field has this value; may be repeated. In a report on a run:"
                    + " traceId=ID, for the outliers of one trace.")
    private List<String> where = List.of();

    @Option(names = "--by", paramLabel = "FIELD", description = "Percentiles for each value of a field, too.")
    private String by;

    @Option(
            names = "--threshold",
            paramLabel = "TIME|pNN",
            description = "From which duration on an event is an outlier: 5ms, p99.9 or auto. Default: the highest of"
                    + " p99.9, p99 and p90 that ten events lie above.")
    private String threshold;

    /** Returns the query; empty if the source is a run of Straggler, or is to be listed. */
    public Optional<IterationQuery> query() {
        if (event == null) {
            requireAlone("--where", !where.isEmpty() && traceId().isEmpty());
            requireAlone("--by", by != null);
            requireAlone("--threshold", threshold != null);
            return Optional.empty();
        }
        return Optional.of(
                new IterationQuery(event, where.stream().map(Condition::of).toList(), Optional.ofNullable(by)));
    }

    /** Trace whose outliers the report is about; empty if it is about all. */
    public Optional<String> traceId() {
        return event == null && where.size() == 1 && where.get(0).startsWith(TRACE)
                ? Optional.of(where.get(0).substring(TRACE.length()))
                : Optional.empty();
    }

    private static void requireAlone(String option, boolean given) {
        if (given) {
            throw new UsageException(option + " goes with --iterations EVENT.");
        }
    }

    /** @throws UsageException if it is none */
    public Threshold threshold() {
        try {
            return Threshold.parse(threshold == null ? "auto" : threshold);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--" + e.getMessage());
        }
    }
}
