package io.straggler.fleet.spark;

import io.straggler.fleet.FirstReadings;
import io.straggler.fleet.OutlierLimits;
import io.straggler.fleet.RangeReader;
import io.straggler.fleet.SourceSummary;
import io.straggler.jfr.foreign.RecordingRange;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import scala.Tuple2;

/**
 * Some recordings that are too long for one task each: their ranges are read in three rounds, as {@link RangeReader} says, and one task for each recording concludes.
 * What the first two rounds find comes to the driver, which adds it up: a few hundred kB for each range. What the third writes goes from task to task, in blocks.
 * For one use.
 */
final class LongRecordings {
    /** What so many find at a time has to fit into the driver's memory. */
    private static final int TASKS_PER_CORE = 2;

    private final JavaSparkContext context;
    private final Reading reading;
    private final List<Source> sources;
    private final HashMap<Integer, FirstReadings> first = new HashMap<>();
    private final HashMap<Integer, OutlierLimits> limits = new HashMap<>();
    private final TreeMap<Integer, Outcome.Problem> problems = new TreeMap<>();

    LongRecordings(JavaSparkContext context, Reading reading, List<Source> sources) {
        this.context = context;
        this.reading = reading;
        this.sources = sources;
    }

    /**
     * A range to be read.
     *
     * @param recording the number of its recording
     * @param number of the range within the recording
     */
    record Range(int recording, int number, Source source, RecordingRange chunks) implements Serializable {}

    /** A row for each recording. */
    JavaRDD<Row> rows() {
        Reading how = reading;
        List<Integer> numbers = IntStream.range(0, sources.size()).boxed().toList();
        List<Range> ranges = new ArrayList<>();
        round(sources, numbers, how::rangesOf, (recording, chunks) -> {
            for (RecordingRange one : chunks) {
                ranges.add(new Range(recording, ranges.size(), sources.get(recording), one));
            }
        });
        round(
                ranges,
                range -> Reading.read(
                        range.source(),
                        range.chunks(),
                        (file, chunks) -> how.ranges().latencies(file, chunks)),
                this::addFirst);
        first.forEach(this::setLimits);
        HashMap<Integer, OutlierLimits> asked = limits;
        round(
                usable(ranges),
                range -> Reading.read(
                        range.source(),
                        range.chunks(),
                        (file, chunks) -> how.ranges().outliers(file, chunks, asked.get(range.recording()))),
                (recording, outliers) -> first.get(recording).add(outliers));
        first.keySet().removeAll(problems.keySet());
        return concluded(usable(ranges)).union(context.parallelize(refused()));
    }

    private void addFirst(int recording, FirstReadings next) {
        if (first.containsKey(recording)) {
            first.get(recording).add(next);
        } else {
            first.put(recording, next);
        }
    }

    private void setLimits(int recording, FirstReadings all) {
        Outcome<OutlierLimits> outcome =
                Outcome.of(source -> reading.ranges().limits(all, source.name()), sources.get(recording));
        if (outcome.isProblem()) {
            problems.putIfAbsent(recording, outcome.problem());
        } else {
            limits.put(recording, outcome.value());
        }
    }

    private List<Range> usable(List<Range> ranges) {
        return ranges.stream()
                .filter(range -> !problems.containsKey(range.recording()))
                .toList();
    }

    private <T> void round(List<Range> ranges, Outcome.Step<Range, T> step, BiConsumer<Integer, T> add) {
        round(ranges, ranges.stream().map(Range::recording).toList(), step, add);
    }

    /** One task for each, some at a time; what they find is added in order. */
    private <A, T> void round(
            List<A> asked, List<Integer> recordings, Outcome.Step<A, T> step, BiConsumer<Integer, T> add) {
        int most = TASKS_PER_CORE * Math.max(1, context.defaultParallelism());
        for (int from = 0; from < asked.size(); from += most) {
            List<A> some = new ArrayList<>(asked.subList(from, Math.min(asked.size(), from + most)));
            List<Outcome<T>> outcomes = context.parallelize(some, some.size())
                    .map(one -> Outcome.of(step, one))
                    .collect();
            for (int i = 0; i < outcomes.size(); i++) {
                Outcome<T> outcome = outcomes.get(i);
                if (outcome.isProblem()) {
                    problems.putIfAbsent(recordings.get(from + i), outcome.problem());
                } else {
                    add.accept(recordings.get(from + i), outcome.value());
                }
            }
        }
    }

    private List<Row> refused() {
        List<Row> rows = new ArrayList<>();
        problems.forEach((recording, problem) -> rows.add(Results.refused(sources.get(recording), reading, problem)));
        return rows;
    }

    /** The third round, and what is concluded from it. */
    private JavaRDD<Row> concluded(List<Range> ranges) {
        if (ranges.isEmpty()) {
            return context.emptyRDD();
        }
        Reading how = reading;
        ArrayList<Source> all = new ArrayList<>(sources);
        Broadcast<HashMap<Integer, FirstReadings>> known = context.broadcast(first);
        return context.parallelize(ranges, ranges.size())
                .flatMapToPair(range -> Pieces.of(range, how, known.value().get(range.recording())))
                .repartitionAndSortWithinPartitions(new ByRecording(sources.size()))
                .mapPartitionsWithIndex(
                        (recording, pieces) -> pieces.hasNext()
                                ? List.of(row(
                                                pieces,
                                                how,
                                                all.get(recording),
                                                known.value().get(recording)))
                                        .iterator()
                                : Collections.emptyIterator(),
                        true);
    }

    private static Row row(
            Iterator<Tuple2<Pieces.Place, Serializable>> pieces, Reading how, Source source, FirstReadings first)
            throws IOException {
        Outcome<SourceSummary> outcome = Outcome.of(
                name -> Reading.inTemporaryFolder(folder -> {
                    Path reduced = folder.resolve("reduced.jfr");
                    return how.ranges().conclude(reduced, first, Pieces.join(pieces, reduced), name);
                }),
                source.name());
        return outcome.isProblem()
                ? Results.refused(source, how, outcome.problem())
                : Results.row(source, how, outcome.value());
    }

    /** Pieces of one recording come to one task. */
    private static final class ByRecording extends Partitioner {
        private static final long serialVersionUID = 1;

        private final int recordings;

        private ByRecording(int recordings) {
            this.recordings = recordings;
        }

        @Override
        public int numPartitions() {
            return recordings;
        }

        @Override
        public int getPartition(Object key) {
            return ((Pieces.Place) key).recording();
        }
    }
}
