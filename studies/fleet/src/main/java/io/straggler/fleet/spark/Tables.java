package io.straggler.fleet.spark;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.flamegraph.json.JsonNames;
import io.straggler.fleet.Groups;
import io.straggler.fleet.Key;
import io.straggler.fleet.Summary;
import io.straggler.fleet.SummaryCodec;
import io.straggler.model.text.Messages;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkThrowable;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The tables that people query: {@code recordings}, {@code causes}, {@code sites} and {@code outliers}. They are made of what was kept, in an order that does not
 * depend on the machines: the same recordings give the same data. Only the footers of Parquet files list encodings in an order that differs from JVM to JVM.
 */
final class Tables {
    private static final List<String> NAMES = List.of("recordings", "causes", "sites", "outliers");

    /** Recordings in one file of a table. */
    private static final int RECORDINGS_PER_FILE = 10_000;

    private static final StructType RECORDINGS = new StructType()
            .add("source", DataTypes.StringType)
            .add("host", DataTypes.StringType)
            .add("start", DataTypes.TimestampType)
            .add("iterations", DataTypes.LongType)
            .add("outliers", DataTypes.LongType)
            .add("outlierLatencyNs", DataTypes.LongType)
            .add("p50Ns", DataTypes.LongType)
            .add("p99Ns", DataTypes.LongType)
            .add("p999Ns", DataTypes.LongType)
            .add("maxNs", DataTypes.LongType)
            .add("labels", DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType))
            .add("histogram", DataTypes.BinaryType)
            .add("digest", DataTypes.StringType);

    private static final StructType CAUSES = new StructType()
            .add("source", DataTypes.StringType)
            .add("host", DataTypes.StringType)
            .add("cause", DataTypes.StringType)
            .add("ownNs", DataTypes.LongType)
            .add("carriedNs", DataTypes.LongType)
            .add("outliers", DataTypes.LongType)
            .add("events", DataTypes.LongType)
            .add("stacks", DataTypes.LongType);

    private static final StructType SITES = new StructType()
            .add("source", DataTypes.StringType)
            .add("host", DataTypes.StringType)
            .add("cause", DataTypes.StringType)
            .add("place", DataTypes.StringType)
            .add("culprits", DataTypes.LongType)
            .add("delayCausedNs", DataTypes.LongType)
            .add("othersNs", DataTypes.LongType)
            .add("delayed", DataTypes.LongType);

    private static final StructType OUTLIERS = new StructType()
            .add("source", DataTypes.StringType)
            .add("host", DataTypes.StringType)
            .add("at", DataTypes.TimestampType)
            .add("latencyNs", DataTypes.LongType)
            .add("cause", DataTypes.StringType)
            .add("place", DataTypes.StringType);

    private final SparkSession spark;
    private final String place;

    Tables(SparkSession spark, String place) {
        this.spark = spark;
        this.place = place;
    }

    /**
     * Replaces the tables.
     *
     * @param rows the results that are used
     * @param kept the same, decoded
     */
    void write(JavaRDD<Row> rows, JavaRDD<Kept> kept, String pattern, long recordings) {
        int files = (int) Math.max(1, (recordings + RECORDINGS_PER_FILE - 1) / RECORDINGS_PER_FILE);
        write("recordings", kept.map(Tables::recording), RECORDINGS, files, "source");
        write("causes", kept.flatMap(one -> causes(one).iterator()), CAUSES, files, "source", "cause");
        write("sites", kept.flatMap(one -> sites(one).iterator()), SITES, files, "source", "cause", "place");
        write(
                "outliers",
                rows.flatMap(row -> outliers(row, pattern).iterator()),
                OUTLIERS,
                files,
                "source",
                "latencyNs",
                "at",
                "cause",
                "place");
    }

    private void write(String name, JavaRDD<Row> rows, StructType schema, int files, String... order) {
        Dataset<Row> table = spark.createDataFrame(rows, schema);
        table.repartition(files, table.col("source"))
                .sortWithinPartitions(Arrays.stream(order).map(table::col).toArray(org.apache.spark.sql.Column[]::new))
                .write()
                .mode(SaveMode.Overwrite)
                .parquet(new Path(place, name).toString());
    }

    private static Row recording(Kept kept) {
        Summary summary = kept.summary();
        Map<String, String> labels = kept.labels().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, java.util.TreeMap::new));
        return RowFactory.create(
                kept.source(),
                kept.host(),
                new Timestamp(kept.startEpochMs()),
                summary.totals().iterations(),
                summary.totals().outliers(),
                summary.totals().latencyNs(),
                Groups.percentileNs(summary.latencies(), 50),
                Groups.percentileNs(summary.latencies(), 99),
                Groups.percentileNs(summary.latencies(), 99.9),
                Groups.percentileNs(summary.latencies(), 100),
                CollectionConverters.asScala(labels),
                SummaryCodec.histogram(summary.latencies()),
                kept.digest());
    }

    private static List<Row> causes(Kept kept) {
        List<Row> rows = new ArrayList<>();
        for (Map.Entry<Cause, long[]> cause : kept.summary().causes().entrySet()) {
            long[] sums = cause.getValue();
            rows.add(RowFactory.create(
                    kept.source(),
                    kept.host(),
                    JsonNames.of(cause.getKey()),
                    sums[0],
                    sums[1],
                    sums[2],
                    sums[3],
                    sums[4]));
        }
        return rows;
    }

    private static List<Row> sites(Kept kept) {
        List<Row> rows = new ArrayList<>();
        for (Map.Entry<Key, long[]> site : kept.summary().sites().sums().entrySet()) {
            long[] sums = site.getValue();
            rows.add(RowFactory.create(
                    kept.source(),
                    kept.host(),
                    site.getKey().kind(),
                    site.getKey().name(),
                    sums[0],
                    sums[1],
                    sums[2],
                    sums[3]));
        }
        return rows;
    }

    private static List<Row> outliers(Row row, String pattern) {
        Kept kept = Kept.of(row, pattern);
        List<Row> rows = new ArrayList<>();
        for (Row outlier : row.<Row>getList(row.fieldIndex("outliers"))) {
            rows.add(RowFactory.create(
                    kept.source(),
                    kept.host(),
                    new Timestamp(outlier.<Long>getAs("atEpochMs")),
                    outlier.<Long>getAs("latencyNs"),
                    outlier.<String>getAs("cause"),
                    outlier.<String>getAs("place")));
        }
        return rows;
    }

    /** Answers a query, as tab-separated lines with a head. */
    void query(String sql, PrintStream out) throws IOException {
        for (String name : NAMES) {
            Path table = new Path(place, name);
            FileSystem files = table.getFileSystem(spark.sparkContext().hadoopConfiguration());
            if (!files.exists(table)) {
                throw new IllegalArgumentException("There are no tables in " + place
                        + ": make them with straggler fleet SOURCE --out DIR, and say the same --out.");
            }
            spark.read().parquet(table.toString()).createOrReplaceTempView(name);
        }
        try {
            Dataset<Row> answer = spark.sql(sql);
            out.println(String.join("\t", answer.columns()));
            answer.toLocalIterator().forEachRemaining(row -> out.println(row.mkString("\t")));
        } catch (Exception e) {
            // Spark declares none of what it throws.
            Throwable cause = e.getCause();
            Throwable ofSpark = e instanceof SparkThrowable || cause == null ? e : cause;
            if (ofSpark instanceof SparkThrowable) {
                throw new IllegalArgumentException(
                        "The query cannot be answered: "
                                + Messages.of(ofSpark).lines().findFirst().orElse(""),
                        e);
            }
            throw e;
        }
    }
}
