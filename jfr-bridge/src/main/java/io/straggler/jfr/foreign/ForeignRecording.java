package io.straggler.jfr.foreign;

import io.straggler.jfr.chunk.Chunk;
import io.straggler.jfr.chunk.ChunksAhead;
import io.straggler.jfr.chunk.EventFilter;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.chunk.RecordedChunks;
import io.straggler.jfr.chunk.RecordedType;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.jfr.read.ClockMap;
import io.straggler.jfr.read.FieldText;
import io.straggler.jfr.read.HeaderClock;
import io.straggler.jfr.read.MeasuredProcess;
import io.straggler.jfr.read.Surroundings;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import io.straggler.model.hook.ThreadRole;
import io.straggler.model.hook.WatchedThread;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A recording that any program wrote, read as often as needed: for what it holds, for the durations of iterations, for the outliers among them,
 * and for what was recorded around these. Each time chunk by chunk, so memory is needed for what is kept and not for the file.
 *
 * <p>Instants are nanoseconds since 1970 on the recording's own clock. Threads: one.
 */
public final class ForeignRecording implements AutoCloseable {
    /** A recording has one measured run: all of it. */
    public static final RunId RUN = new RunId(0, 1);

    static final String EVENT_THREAD = "eventThread";

    /** Its duration is that of the recording, and nothing that happened. */
    private static final String RECORDING = "jdk.ActiveRecording";

    private final Path file;
    private final RecordedChunks chunks;
    private final List<ClockMap> clocks;
    private final RecordedFacts facts = new RecordedFacts();

    /** The fields of each type that a chunk describes. */
    private final Map<String, Set<String>> fieldsByType = new HashMap<>();

    private ForeignRecording(Path file, RecordedChunks chunks) {
        this.file = file;
        this.chunks = chunks;
        this.clocks = HeaderClock.of(chunks.extents());
    }

    /**
     * Opens a recording.
     *
     * @throws RecordingException when the file cannot be opened or is no JFR recording at all
     */
    public static ForeignRecording open(Path file) {
        return new ForeignRecording(file, RecordedChunks.open(file));
    }

    /** What could not be read so far, a sentence each. */
    public List<String> problems() {
        return List.copyOf(chunks.problems());
    }

    /** What the recording says of itself; known when it was read once. */
    public RecordedFacts facts() {
        return facts;
    }

    /** Reads the durations of all events that have one. */
    public void durations(DurationListener listener) {
        readAll(
                name -> RECORDING.equals(name) ? null : new EventFilter(row -> row.endTicks() > row.startTicks(), null),
                (chunk, clock) -> chunk.events(name ->
                        row -> listener.event(name, clock.toNanos(row.endTicks()) - clock.toNanos(row.startTicks()))));
    }

    /**
     * Reads all iterations.
     *
     * @throws RecordingException if there are none, with the reason
     */
    public RecordedIterations iterations(IterationQuery query, IterationListener listener) {
        Map<Integer, IterationFilter> filters = new HashMap<>();
        IterationTally tally = new IterationTally(query, listener);
        chunks.readAll(
                number -> {
                    IterationFilter filter = new IterationFilter(query);
                    filters.put(number, filter);
                    return name -> facts.speaks(name) ? EventFilter.ALL : filter.of(name);
                },
                (number, reading) -> {
                    ClockMap clock = clocks.get(number);
                    reading.with(chunk -> {
                        learn(chunk);
                        chunk.events(name -> name.equals(query.event())
                                ? row -> tally.add(row, clock)
                                : facts.consumer(name, chunk));
                    });
                    tally.add(filters.remove(number));
                });
        return tally.checked(new Refusal(file, query, fieldsByType, chunks.problems()));
    }

    private void learn(Chunk chunk) {
        for (RecordedType type : chunk.types()) {
            Set<String> fields = fieldsByType.computeIfAbsent(type.name, name -> new LinkedHashSet<>());
            type.fields.forEach(field -> fields.add(field.name()));
        }
    }

    /**
     * Reads the outliers.
     *
     * @param thresholdNs at and above which an iteration is one
     * @param leastNs at and above which they are returned; more than the threshold where there would be too many
     */
    public SlowIterations outliers(IterationQuery query, long thresholdNs, long leastNs) {
        long[] count = new long[1];
        List<Outlier> outliers = new ArrayList<>();
        Map<Long, WatchedThread> threads = new LinkedHashMap<>();
        readAll(
                query::filter,
                (chunk, clock) -> chunk.events(name -> row -> {
                    long startNs = clock.toNanos(row.startTicks());
                    long endNs = clock.toNanos(row.endTicks());
                    count[0] += endNs - startNs >= thresholdNs ? 1 : 0;
                    if (endNs - startNs >= leastNs) {
                        long thread = FieldText.thread(row, EVENT_THREAD);
                        threads.computeIfAbsent(thread, key -> watched(row, key));
                        Iteration iteration = new Iteration(RUN, startNs, startNs, endNs, 0, 0);
                        outliers.add(new Outlier(iteration, thresholdNs, List.of(), thread, query.group(row)));
                    }
                }));
        threads.remove(0L);
        return SlowIterations.of(outliers, count[0], List.copyOf(threads.values()));
    }

    private static WatchedThread watched(EventView row, long key) {
        EventView thread = row.row(EVENT_THREAD);
        long javaId = thread == null ? 0 : thread.number("javaThreadId");
        return new WatchedThread(FieldText.of(row, EVENT_THREAD), javaId, key, ThreadRole.HELPER);
    }

    /**
     * Reads what was recorded around outliers.
     *
     * @param iterations of the same query
     */
    public OutlierRecords around(IterationQuery query, RecordedIterations iterations, SlowIterations slow) {
        MeasuredProcess process = new MeasuredProcess();
        slow.threads().stream().filter(thread -> thread.javaThreadId() > 0).forEach(process::watch);
        Surroundings surroundings = new Surroundings(slow.outliers(), List.of());
        OutlierTimes times = new OutlierTimes(slow.outliers());
        PeriodSamples samples = new PeriodSamples(facts, iterations.knownThreads(), times);
        Map<Integer, Part> parts = new HashMap<>();
        chunks.readAll(
                number -> {
                    Surroundings.OfChunk around = surroundings.ofChunk(process, clocks.get(number));
                    Part part = new Part(around, samples.ofChunk(around, clocks.get(number)));
                    parts.put(number, part);
                    return name -> part.filter(name, query);
                },
                (number, reading) -> {
                    Part part = parts.remove(number);
                    reading.with(chunk -> part.around.read(
                            chunk, part.samples.rounds(normal(query, times, part.samples, clocks.get(number)))));
                });
        process.finish();
        return new OutlierRecords(
                surroundings.samples(),
                surroundings.evidence(),
                samples.normal(),
                samples.counts(),
                surroundings.dropped());
    }

    /** Tells of iterations that are no outliers. */
    private static Function<String, Consumer<EventView>> normal(
            IterationQuery query, OutlierTimes outliers, PeriodSamples.OfChunk samples, ClockMap clock) {
        return name -> name.equals(query.event())
                ? row -> {
                    if (query.accepts(row)) {
                        long startNs = clock.toNanos(row.startTicks());
                        samples.iteration(FieldText.thread(row, EVENT_THREAD), startNs, clock.toNanos(row.endTicks()));
                    }
                }
                : null;
    }

    /** What is read of one chunk. */
    private record Part(Surroundings.OfChunk around, PeriodSamples.OfChunk samples) {
        private EventFilter filter(String name, IterationQuery query) {
            if (name.equals(query.event())) {
                return EventFilter.ALL; // Also those that are no iterations may be evidence.
            }
            SampleType type = SampleType.of(name);
            return type == null ? around.filter(name) : samples.filter(type);
        }
    }

    /** Takes a chunk. */
    private interface Taker {
        void take(Chunk chunk, ClockMap clock);
    }

    private void readAll(ChunksAhead.Filters filters, Taker taker) {
        chunks.readAll(
                number -> filters, (number, reading) -> reading.with(chunk -> taker.take(chunk, clocks.get(number))));
    }

    @Override
    public void close() {
        chunks.close();
    }
}
