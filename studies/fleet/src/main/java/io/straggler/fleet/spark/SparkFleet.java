package io.straggler.fleet.spark;

import io.straggler.fleet.FleetRequest;
import io.straggler.fleet.SourceReader;
import io.straggler.fleet.result.Fleet;
import io.straggler.fleet.result.SkippedSource;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The fleet on Spark: in this process, or, started by {@code spark-submit}, on the cluster that this says. */
final class SparkFleet {
    /** The label that says on which side of a deployment a recording began. */
    static final String DEPLOYMENT = "deployment";

    static final String BEFORE = "before";
    static final String AFTER = "after";

    /**
     * Reads the recordings that are new, keeps their summaries, and merges all summaries.
     *
     * @param progress receives the number of new recordings that have been read, and the number of all new ones
     * @throws IllegalArgumentException with a line for the user, if the request cannot be answered
     */
    Fleet merge(FleetRequest request, BiConsumer<Long, Long> progress) throws IOException {
        try {
            return merged(request, progress);
        } catch (IllegalArgumentException | IOException e) {
            throw e;
        } catch (Exception e) {
            // Some of Spark's exceptions are checked, though nothing says so.
            throw new IOException(
                    "Spark did not finish: " + SourceReader.firstLine(e)
                            + ". What had been read is kept: the same command goes on.",
                    e);
        }
    }

    private Fleet merged(FleetRequest request, BiConsumer<Long, Long> progress) throws IOException {
        Reading reading = Reading.of(request);
        try (OwnFolder own = new OwnFolder();
                SparkSession spark =
                        session(request.cores().map(String::valueOf).orElse("*"), own)) {
            var configuration = spark.sparkContext().hadoopConfiguration();
            Path tables = new Path(request.tables());
            SourceListing listing = new SourceListing(configuration, tables);
            for (String source : request.sources()) {
                listing.add(source);
            }
            Results results = new Results(spark, request.tables());
            Set<String> known = results.known();
            List<Source> sources = listing.sources();
            List<Source> fresh = sources.stream()
                    .filter(source -> !known.contains(reading.key(source)))
                    .toList();
            results.read(fresh, reading, progress);
            Set<String> keys = new HashSet<>();
            sources.forEach(source -> keys.add(reading.key(source)));
            fresh.forEach(source -> keys.add(reading.attemptKey(source)));
            if (keys.isEmpty()) {
                throw new IllegalArgumentException(
                        "There is no run folder and no recording in " + String.join(", ", request.sources()) + ".");
            }
            JavaRDD<Row> all = results.of(keys);
            List<SkippedSource> skipped = new ArrayList<>();
            JavaRDD<Row> used = used(all, skipped);
            String pattern = request.path().orElse("");
            long deployedMs =
                    request.deployed().map(java.time.Instant::toEpochMilli).orElse(Long.MIN_VALUE);
            JavaRDD<Kept> kept = used.map(row -> labelled(Kept.of(row, pattern), deployedMs));
            long count = sources.size() - skipped.size();
            if (count == 0) {
                throw new IllegalArgumentException("None of the " + sources.size()
                        + " recordings can be used; the first, "
                        + skipped.get(0).source() + ": "
                        + skipped.get(0).why());
            }
            new Tables(spark, request.tables()).write(used, kept, pattern, count);
            List<String> by = new ArrayList<>(request.by());
            request.deployed().ifPresent(instant -> by.add(DEPLOYMENT));
            return new Merging(kept)
                    .merge(
                            new Fleet.Sources(
                                    request.sources(),
                                    sources.size(),
                                    (long) sources.size() - fresh.size(),
                                    listing.otherFiles(),
                                    0,
                                    skipped),
                            by,
                            new Differences());
        }
    }

    private static Kept labelled(Kept kept, long deployedMs) {
        if (deployedMs == Long.MIN_VALUE) {
            return kept;
        }
        Map<String, String> labels = new HashMap<>(kept.labels());
        labels.put(DEPLOYMENT, kept.startEpochMs() < deployedMs ? BEFORE : AFTER);
        return new Kept(kept.source(), kept.digest(), kept.startEpochMs(), labels, kept.summary());
    }

    /** Returns the rows without a problem, of copies the first; the others are listed. */
    private static JavaRDD<Row> used(JavaRDD<Row> all, List<SkippedSource> skipped) {
        TreeMap<String, String> digests = new TreeMap<>();
        TreeMap<String, String> why = new TreeMap<>();
        for (Row row : all.map(Results::withoutSummary).collect()) {
            if (row.getString(1).isEmpty()) {
                digests.put(row.getString(0), row.getString(2));
            } else {
                why.put(row.getString(0), row.getString(1));
            }
        }
        Map<String, String> first = new HashMap<>();
        digests.forEach((source, digest) -> {
            String before = first.putIfAbsent(digest, source);
            if (before != null) {
                why.put(source, "is a copy of " + before);
            }
        });
        why.forEach((source, reason) -> skipped.add(new SkippedSource(source, reason)));
        HashSet<String> unused = new HashSet<>(why.keySet());
        return all.filter(row -> !unused.contains(row.<String>getAs("source")));
    }

    /** Answers a query on the tables of a result, as tab-separated lines with a head. */
    void query(String tables, String sql, PrintStream out) throws IOException {
        try (OwnFolder own = new OwnFolder();
                SparkSession spark = session("*", own)) {
            new Tables(spark, tables).query(sql, out);
        }
    }

    /**
     * Settings of a cluster's command line count more than those made here.
     *
     * @param own holds what Spark writes besides results, in this process
     */
    static SparkSession session(String cores, OwnFolder own) {
        SparkSession.Builder builder = SparkSession.builder().appName("straggler fleet");
        if (System.getProperty("spark.master") == null) {
            builder.master("local[" + cores + "]")
                    .config("spark.ui.enabled", "false")
                    // Other users of this machine reach its ports. Spark makes a secret for this process alone.
                    .config("spark.authenticate", "true")
                    .config("spark.driver.host", "localhost")
                    .config("spark.driver.bindAddress", "127.0.0.1")
                    .config("spark.local.dir", own.path().toString())
                    .config("spark.hadoop.hadoop.tmp.dir", own.path().toString())
                    // A query of a table that is not there makes this folder, by default where the user is.
                    .config(
                            "spark.sql.warehouse.dir",
                            own.path().resolve("warehouse").toUri().toString());
        }
        return builder.config("spark.sql.session.timeZone", "UTC")
                .config("spark.hadoop.mapreduce.fileoutputcommitter.marksuccessfuljobs", "false")
                .getOrCreate();
    }
}
