package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.Chunk;
import io.straggler.jfr.chunk.EventFilter;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.jfr.read.EvidenceCollector;
import io.straggler.jfr.read.FieldText;
import io.straggler.model.Evidence;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Stacks that the JVM or a profiler took once in a period, of the threads that ran iterations. A stack that was taken during an outlier
 * stands for half a period before it and half a period behind it, cut off where the outlier begins and ends. Of the others, some that were
 * taken of running threads are kept: they show what normal iterations do.
 */
final class PeriodSamples {
    private static final int MAX_NORMAL = 10_000;

    /** End of the names of types that are samples. */
    private static final String SAMPLE = "Sample";

    private static final String SAMPLED_THREAD = "sampledThread";

    /** Max number of samples that async-profiler writes as one event. */
    private static final long MAX_BATCH = 1_000;

    private final RecordedFacts facts;
    private final Set<Long> threads;
    private final Set<Long> foreign;
    private final Thinned<StackSample> normal = new Thinned<>(MAX_NORMAL);
    private final Map<SampleType, Long> counts = new EnumMap<>(SampleType.class);

    /** Counts of filters, which several threads use. */
    private final Map<SampleType, LongAdder> ofOtherThreads = new ConcurrentHashMap<>();

    private final Map<String, LongAdder> ofOtherTypes = new ConcurrentHashMap<>();

    /**
     * @param iterations of which threads the stacks are
     * @param changes name threads whose stacks are counted, and are of no iteration
     */
    PeriodSamples(RecordedIterations iterations, ThreadChanges changes) {
        this.foreign = changes.threads();
        this.facts = iterations.facts();
        this.threads = iterations.knownThreads();
    }

    /** Stacks of normal iterations, each of an instant. */
    List<StackSample> normal() {
        return normal.list();
    }

    /** How many stacks of the iterations' threads there were, inside and outside of iterations. */
    Map<SampleType, Long> counts() {
        return counts;
    }

    /** Stacks that say nothing of the iterations. */
    UnusedSamples unused() {
        return new UnusedSamples(sums(ofOtherThreads), sums(ofOtherTypes));
    }

    private static <K> Map<K, Long> sums(Map<K, LongAdder> counts) {
        return counts.entrySet().stream()
                .filter(count -> count.getValue().sum() > 0)
                .collect(Collectors.toMap(
                        Map.Entry::getKey, count -> count.getValue().sum()));
    }

    /** The filter for a type of sample. */
    EventFilter filter(SampleType type) {
        LongAdder others = ofOtherThreads.computeIfAbsent(type, key -> new LongAdder());
        return new EventFilter(
                row -> {
                    boolean wanted = ranIteration(FieldText.thread(row, type.threadField()));
                    if (!wanted) {
                        others.increment();
                    }
                    return wanted;
                },
                null);
    }

    /** The filter that counts events which nobody reads, where they are stacks of a thread; {@code null} for a type that cannot be one. */
    @Nullable
    EventFilter countOnly(String typeName) {
        if (!typeName.endsWith(SAMPLE)) {
            return null;
        }
        LongAdder count = ofOtherTypes.computeIfAbsent(typeName, key -> new LongAdder());
        return new EventFilter(
                row -> {
                    if (isStack(row) && ranIteration(FieldText.thread(row, threadField(row)))) {
                        count.increment();
                    }
                    return false;
                },
                null);
    }

    private boolean ranIteration(long thread) {
        return thread != Evidence.ANY_THREAD && (threads.isEmpty() || threads.contains(thread));
    }

    /** Whether an event shows where a thread was at an instant, and not what it allocated. */
    private static boolean isStack(EventView row) {
        return row.fieldType("stackTrace") != null
                && row.fieldType("duration") == null
                && row.fieldType("objectClass") == null
                && row.fieldType("object") == null;
    }

    private static String threadField(EventView row) {
        return row.fieldType(SAMPLED_THREAD) == null ? AnyRecording.EVENT_THREAD : SAMPLED_THREAD;
    }

    /**
     * Samples of one chunk.
     *
     * @param phases of the collector, which are read too; null where iterations are no collections
     */
    OfChunk ofChunk(
            EvidenceCollector.OfChunk around,
            ClockMap clock,
            IterationQuery query,
            OutlierTimes outliers,
            @Nullable CollectorPhases phases) {
        return new OfChunk(around, clock, query, outliers, phases);
    }

    /** The samples of one chunk. For one use. */
    final class OfChunk implements SampleRounds.Taker {
        private final EvidenceCollector.OfChunk around;
        private final ClockMap clock;
        private final SampleRounds rounds;
        private final @Nullable CollectorPhases phases;

        private OfChunk(
                EvidenceCollector.OfChunk around,
                ClockMap clock,
                IterationQuery query,
                OutlierTimes outliers,
                @Nullable CollectorPhases phases) {
            this.around = around;
            this.phases = phases;
            this.clock = clock;
            this.rounds = new SampleRounds(query, outliers, foreign, clock, this);
        }

        /**
         * Reads the chunk, its evidence too.
         *
         * @param others who takes other events, by the name of their type; {@code null} for nobody
         */
        void read(Chunk chunk, Function<String, Consumer<EventView>> others) {
            try {
                around.read(chunk, List.of(this::phases, others, rounds::samples, rounds::iterations, rounds::normal));
            } finally {
                rounds.counts().forEach((type, count) -> counts.merge(type, count, Long::sum));
            }
        }

        private @Nullable Consumer<EventView> phases(String typeName) {
            return phases == null || !CollectorPhases.arePhases(typeName) ? null : row -> phases.add(row, clock);
        }

        @Override
        public void ofOutlier(SampleType type, EventView row, long[] outlier) {
            long atNs = clock.toNanos(row.startTicks());
            long periodNs = periodNs(type, row, atNs);
            long halfNs = periodNs / 2;
            around.addStack(
                    row,
                    StackSample.Origin.PERIOD,
                    Math.max(outlier[0], atNs - halfNs),
                    Math.min(outlier[1], lastNs(row, atNs, periodNs) + halfNs),
                    FieldText.thread(row, type.threadField()),
                    type.running(row));
        }

        /**
         * When the last of the samples was taken that an event stands for: async-profiler writes one event of a thread that sleeps on. Before version
         * 4.3 the event says how many they were, one in each period, and not for how long.
         */
        private long lastNs(EventView row, long atNs, long periodNs) {
            return row.fieldType("timeSpan") == null
                    ? atNs + periodNs * Math.max(0, Math.min(MAX_BATCH, row.number("samples")) - 1)
                    : clock.toNanos(row.startTicks() + Math.max(0, row.number("timeSpan")));
        }

        private long periodNs(SampleType type, EventView row, long atNs) {
            long ticks = row.number("samplingPeriod");
            return ticks > 0 ? clock.toNanos(row.startTicks() + ticks) - atNs : type.periodNs(facts);
        }

        @Override
        public void ofNormal(SampleType type, EventView row) {
            if (normal.takesNext()) {
                List<StackFrame> frames = around.stackOf(row);
                if (!frames.isEmpty()) {
                    normal.add(new StackSample(
                            clock.toNanos(row.startTicks()), FieldText.thread(row, type.threadField()), true, frames));
                }
            }
        }
    }
}
