package io.straggler.fleet.spark;

import io.straggler.fleet.SourceSummary;
import io.straggler.fleet.Summary;
import io.straggler.fleet.SummaryCodec;
import io.straggler.fleet.Worst;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * What was read of each recording, kept as Parquet: a row for each, whole or not there. A recording that was written again, or is read in another way,
 * has another key and is read again; what was read of it before plays no part.
 */
final class Results {
    private static final String OK = "";

    /**
     * Number of parts written at a time for each recording that is read at a time; what an interruption loses is read
     * again.
     */
    private static final int RECORDINGS_PER_CORE = 32;

    static final StructType OUTLIER = new StructType()
            .add("latencyNs", DataTypes.LongType)
            .add("atEpochMs", DataTypes.LongType)
            .add("cause", DataTypes.StringType)
            .add("place", DataTypes.StringType);

    static final StructType SCHEMA = new StructType()
            .add("key", DataTypes.StringType)
            .add("source", DataTypes.StringType)
            .add("version", DataTypes.IntegerType)
            .add("problem", DataTypes.StringType)
            .add("digest", DataTypes.StringType)
            .add("startEpochMs", DataTypes.LongType)
            .add("labels", DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType))
            .add("warnings", DataTypes.createArrayType(DataTypes.StringType))
            .add("outliers", DataTypes.createArrayType(OUTLIER))
            .add("summary", DataTypes.BinaryType);

    private final SparkSession spark;
    private final String place;

    Results(SparkSession spark, String tables) {
        this.spark = spark;
        this.place = new Path(tables, "results").toString();
    }

    /** Whether anything has been kept. */
    private boolean exist() throws IOException {
        Path path = new Path(place);
        return path.getFileSystem(spark.sparkContext().hadoopConfiguration()).exists(path);
    }

    /** All rows that this version wrote. */
    private Dataset<Row> rows() {
        return spark.read().schema(SCHEMA).parquet(place).filter("version = " + Summary.VERSION);
    }

    /** The keys of recordings that have been read. What could not be read for a reason that may pass is not among them. */
    Set<String> known() throws IOException {
        Set<String> known = new HashSet<>();
        if (exist()) {
            rows().select("key").collectAsList().forEach(row -> known.add(row.getString(0)));
        }
        return known;
    }

    /** The rows of these recordings, one for each. */
    JavaRDD<Row> of(Set<String> keys) {
        var wanted = JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(keys);
        return rows().toJavaRDD().filter(row -> wanted.value().contains(row.<String>getAs("key")));
    }

    /** Reads recordings and keeps what they say, some at a time. */
    void read(List<Source> sources, Reading reading, BiConsumer<Long, Long> progress) {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        int parallel = Math.max(1, context.defaultParallelism());
        long all = sources.size();
        progress.accept(0L, all);
        int most = parallel * RECORDINGS_PER_CORE;
        for (int from = 0; from < all; from += most) {
            List<Source> some = sources.subList(from, Math.min(sources.size(), from + most));
            List<List<Source>> shares = shares(some, Math.min(some.size(), 2 * parallel));
            keep(context.parallelize(shares, shares.size())
                    .flatMap(share ->
                            share.stream().map(source -> row(source, reading)).iterator()));
            progress.accept((long) from + some.size(), all);
        }
    }

    private void keep(JavaRDD<Row> rows) {
        spark.createDataFrame(rows, SCHEMA).write().mode(SaveMode.Append).parquet(place);
    }

    /** Shares of about the same size: the largest recording first, each to the share that has least. */
    static List<List<Source>> shares(List<Source> sources, int count) {
        List<List<Source>> shares = new ArrayList<>();
        long[] bytes = new long[count];
        for (int i = 0; i < count; i++) {
            shares.add(new ArrayList<>());
        }
        sources.stream()
                .sorted(Comparator.comparingLong(Source::bytes).reversed().thenComparing(Source::place))
                .forEach(source -> {
                    int least = 0;
                    for (int i = 1; i < count; i++) {
                        least = bytes[i] < bytes[least] ? i : least;
                    }
                    shares.get(least).add(source);
                    bytes[least] += Math.max(1, source.bytes());
                });
        return shares;
    }

    private static Row row(Source source, Reading reading) {
        Outcome<SourceSummary> outcome = Outcome.of(reading::read, source);
        SourceSummary read = outcome.value();
        return read == null
                ? refused(source, reading, Objects.requireNonNull(outcome.problem(), "there is a summary or a problem"))
                : row(source, reading, read);
    }

    private static Row row(Source source, Reading reading, SourceSummary read) {
        return RowFactory.create(
                reading.key(source),
                source.name(),
                Summary.VERSION,
                OK,
                read.digest(),
                read.startEpochMs(),
                CollectionConverters.asScala(read.labels()),
                read.warnings().toArray(String[]::new),
                read.outliers().stream().map(Results::outlier).toArray(Row[]::new),
                SummaryCodec.encode(read.summary()));
    }

    private static Row refused(Source source, Reading reading, Outcome.Problem problem) {
        return RowFactory.create(
                problem.passing() ? reading.attemptKey(source) : reading.key(source),
                source.name(),
                Summary.VERSION,
                problem.why(),
                "",
                0L,
                CollectionConverters.asScala(Map.<String, String>of()),
                new String[0],
                new Row[0],
                new byte[0]);
    }

    /** Source, problem and digest of a row. */
    static Row withoutSummary(Row row) {
        return RowFactory.create(
                row.<String>getAs("source"), row.<String>getAs("problem"), row.<String>getAs("digest"));
    }

    private static Row outlier(Worst worst) {
        return RowFactory.create(worst.latencyNs(), worst.atEpochMs(), worst.cause(), worst.where());
    }
}
