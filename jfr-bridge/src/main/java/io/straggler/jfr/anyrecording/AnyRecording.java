package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.EventFilter;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.chunk.MissingTime;
import io.straggler.jfr.chunk.RecordedChunks;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.jfr.chunk.RecordingFiles;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.jfr.clock.HeaderClock;
import io.straggler.jfr.read.EvidenceCollector;
import io.straggler.jfr.read.FieldText;
import io.straggler.jfr.read.StackDetail;
import io.straggler.model.Notice;
import io.straggler.model.RunId;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A recording that any program wrote, read as often as needed: for what it holds, for the durations of iterations, for the outliers among them,
 * and for what was recorded around these. Each time chunk by chunk, so memory is needed for what is kept and not for the file.
 *
 * <p>Instants are nanoseconds since 1970 on the recording's own clock. Threads: one.
 */
public final class AnyRecording implements AutoCloseable {
    /** A recording has one measured run: all of it. */
    public static final RunId RUN = new RunId(0, 1);

    static final String EVENT_THREAD = "eventThread";

    /** Its duration is that of the recording, and nothing that happened. */
    private static final String RECORDING = "jdk.ActiveRecording";

    private final RecordedChunks chunks;
    private final List<ClockMap> clocks;

    private AnyRecording(RecordedChunks chunks) {
        this.chunks = chunks;
        this.clocks = HeaderClock.of(chunks.extents());
    }

    /**
     * Opens a recording.
     *
     * @throws RecordingException when the file cannot be opened or is no JFR recording at all
     */
    public static AnyRecording open(Path file) {
        return new AnyRecording(RecordedChunks.open(file));
    }

    /**
     * Opens a recording, whose files stay open when this is closed.
     *
     * @throws RecordingException when none of the files is a JFR recording, or one cannot be read
     */
    public static AnyRecording open(RecordingFiles files) {
        return new AnyRecording(RecordedChunks.open(files));
    }

    /** Returns what could not be read so far, a sentence each. */
    public List<String> problems() {
        return chunks.problems().sentences();
    }

    /** Time for which the recording has no chunk. */
    public MissingTime missing() {
        return MissingTime.of(chunks.extents());
    }

    /** A notice of the chunks that are copies of others, and are not read; empty for none. */
    public Optional<Notice> copies() {
        return chunks.copies();
    }

    /**
     * Reads the durations of all events that have one.
     *
     * @throws RecordingException if the chunks are of several JVMs
     */
    public void durations(DurationListener listener) {
        RecordedProcesses processes = new RecordedProcesses();
        EventFilter lasting = new EventFilter(row -> row.endTicks() > row.startTicks(), null);
        chunks.readAll(
                number -> name -> switch (name) {
                    case RECORDING -> null;
                    case RecordedProcesses.TYPE -> EventFilter.ALL;
                    default -> lasting;
                },
                (number, reading) -> reading.with(chunk -> {
                    ClockMap clock = clocks.get(number);
                    Consumer<EventView> named = processes.add(chunks.extents().get(number), chunk);
                    chunk.events(name -> name.equals(RecordedProcesses.TYPE)
                            ? named
                            : row -> listener.event(
                                    name, clock.toNanos(row.endTicks()) - clock.toNanos(row.startTicks())));
                }));
        processes.requireOne(chunks.name());
    }

    /**
     * Reads all iterations.
     *
     * @throws RecordingException if there are none, or the chunks are of several JVMs, with the reason
     */
    public RecordedIterations iterations(IterationQuery query, IterationListener listener) {
        Map<Integer, IterationFilter> filters = new HashMap<>();
        Map<Integer, EventRates.OfChunk> rates = new HashMap<>();
        IterationTally tally = new IterationTally();
        chunks.readAll(
                number -> {
                    IterationFilter filter = new IterationFilter(query);
                    filters.put(number, filter);
                    EventRates.OfChunk rate = new EventRates.OfChunk(clocks.get(number));
                    rates.put(number, rate);
                    return name -> tally.facts().speaks(name)
                            ? EventFilter.ALL
                            : name.equals(query.event()) ? filter.accepted() : rate.filter(name);
                },
                (number, reading) -> {
                    ClockMap clock = clocks.get(number);
                    reading.with(chunk -> {
                        Function<String, Consumer<EventView>> facts =
                                tally.add(chunks.extents().get(number), chunk, clock);
                        chunk.events(name -> name.equals(query.event())
                                ? row -> iteration(query, row, clock, tally, listener)
                                : facts.apply(name));
                    });
                    tally.add(ofChunk(filters, number));
                    tally.facts().add(ofChunk(rates, number));
                });
        return tally.checked(chunks.name(), query, chunks.problems());
    }

    private static <T> T ofChunk(Map<Integer, T> parts, int number) {
        return Objects.requireNonNull(parts.remove(number), "a chunk is read once, after it was filtered");
    }

    private static void iteration(
            IterationQuery query, EventView row, ClockMap clock, IterationTally tally, IterationListener listener) {
        long startNs = clock.toNanos(row.startTicks());
        long endNs = clock.toNanos(row.endTicks());
        long thread = FieldText.thread(row, EVENT_THREAD);
        // Before the event counts: its group may be unreadable, which ends the event.
        String group = query.group(row);
        tally.add(startNs, endNs, thread, clock);
        listener.iteration(startNs, endNs, thread, group);
    }

    /**
     * Reads the outliers.
     *
     * @param iterations of the same query
     * @param thresholdNs at and above which an iteration is one
     * @param leastNs at and above which they are listed; more than the threshold where there would be too many
     */
    public SlowIterations outliers(
            IterationQuery query, RecordedIterations iterations, long thresholdNs, long leastNs) {
        OutlierTally tally = new OutlierTally(thresholdNs, leastNs);
        boolean collections = query.ofCollector();
        chunks.readAll(
                number -> {
                    IterationFilter filter = new IterationFilter(query);
                    return name -> name.equals(query.event()) ? filter.accepted() : null;
                },
                (number, reading) -> {
                    ClockMap clock = clocks.get(number);
                    reading.with(chunk -> chunk.events(name -> row -> tally.add(
                            clock.toNanos(row.startTicks()),
                            clock.toNanos(row.endTicks()),
                            collections ? CollectorPhases.thread(row) : FieldText.thread(row, EVENT_THREAD),
                            () -> collections ? CollectorPhases.named(row) : named(row),
                            () -> query.group(row))));
                });
        return tally.outliers(iterations.changes());
    }

    private static OutlierTally.Named named(EventView row) {
        EventView thread = row.row(EVENT_THREAD);
        return new OutlierTally.Named(
                FieldText.of(row, EVENT_THREAD), thread == null ? 0 : thread.number("javaThreadId"));
    }

    /**
     * Reads what was recorded around outliers.
     *
     * @param iterations of the same query
     * @param detail what is read of stacks
     */
    public OutlierRecords around(
            IterationQuery query, RecordedIterations iterations, SlowIterations slow, StackDetail detail) {
        OutlierReading wanted = new OutlierReading(query, iterations, slow, detail, HeaderClock.errorNs(clocks));
        Map<Integer, PeriodSamples.OfChunk> parts = new HashMap<>();
        chunks.readAll(
                number -> {
                    EvidenceCollector.OfChunk around = wanted.ofChunk(clocks.get(number));
                    parts.put(number, wanted.samples(around, clocks.get(number)));
                    return name -> wanted.filter(name, around);
                },
                (number, reading) -> {
                    PeriodSamples.OfChunk part = ofChunk(parts, number);
                    reading.with(chunk -> part.read(chunk, wanted.others(clocks.get(number))));
                });
        return wanted.records();
    }

    @Override
    public void close() {
        chunks.close();
    }
}
