package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.Chunk;
import io.straggler.jfr.chunk.EventFilter;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.jfr.read.EvidenceCollector;
import io.straggler.jfr.read.FieldText;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stacks that the JVM or a profiler took once in a period, of the threads that ran iterations. A stack that was taken during an outlier
 * stands for half a period before it and half a period behind it, cut off where the outlier begins and ends. Of the others, some that were
 * taken of running threads are kept: they show what normal iterations do.
 */
final class PeriodSamples {
    private static final int MOST_NORMAL = 10_000;

    private final RecordedFacts facts;
    private final Set<Long> threads;
    private final Set<Long> foreign;
    private final Thinned<StackSample> normal = new Thinned<>(MOST_NORMAL);
    private final Map<SampleType, Long> counts = new EnumMap<>(SampleType.class);

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

    /** The filter for a type of sample. */
    EventFilter filter(SampleType type) {
        return new EventFilter(
                row -> threads.isEmpty() || threads.contains(FieldText.thread(row, type.threadField())), null);
    }

    /**
     * Those of one chunk.
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

        /** Reads the chunk, its evidence too. */
        void read(Chunk chunk) {
            try {
                around.read(chunk, List.of(this::phases, rounds::samples, rounds::iterations, rounds::normal));
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
            long halfNs = periodNs(type, row, atNs) / 2;
            // What async-profiler says of a thread that slept all the time.
            long untilNs = clock.toNanos(row.startTicks() + Math.max(0, row.number("timeSpan")));
            around.addStack(
                    row,
                    StackSample.Origin.PERIOD,
                    Math.max(outlier[0], atNs - halfNs),
                    Math.min(outlier[1], untilNs + halfNs),
                    FieldText.thread(row, type.threadField()),
                    type.running(row));
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
