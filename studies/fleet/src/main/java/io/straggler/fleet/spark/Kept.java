package io.straggler.fleet.spark;

import io.straggler.fleet.Labels;
import io.straggler.fleet.PathPattern;
import io.straggler.fleet.Summary;
import io.straggler.fleet.SummaryCodec;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.Row;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Kept summary of a usable recording.
 *
 * @param source as users write it
 * @param digest of its content
 * @param startEpochMs when it began
 * @param labels what it may be grouped by
 * @param summary what is added up
 */
record Kept(String source, String digest, long startEpochMs, Map<String, String> labels, Summary summary)
        implements Serializable {
    /** @param pattern what folders of its path mean; empty if they mean nothing */
    static Kept of(Row row, String pattern) {
        String source = row.getAs("source");
        scala.collection.Map<String, String> kept = row.getAs("labels");
        Map<String, String> labels = new HashMap<>(CollectionConverters.asJava(kept));
        if (!pattern.isEmpty()) {
            labels.putAll(new PathPattern(pattern).labels(source));
        }
        Summary summary = SummaryCodec.decode(row.getAs("summary"));
        summary.relabel(labels.getOrDefault(Labels.HOST, Labels.UNKNOWN));
        return new Kept(source, row.getAs("digest"), row.getAs("startEpochMs"), labels, summary);
    }

    String label(String name) {
        return labels.getOrDefault(name, Labels.UNKNOWN);
    }

    String host() {
        return label(Labels.HOST);
    }
}
