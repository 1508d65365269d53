package io.straggler.jfr.foreign;

import io.straggler.jfr.chunk.EventFilter;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.read.ClockMap;
import io.straggler.jfr.read.FieldText;
import io.straggler.jfr.read.Surroundings;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Stacks that the JVM or a profiler took of the iterations' threads once in a period: those of outliers stand for half a period on either
 * side, as far as the outlier reaches; some of the others, of running threads, are of normal iterations.
 */
final class PeriodSamples {
    private static final int MOST_NORMAL = 10_000;

    private final RecordedFacts facts;
    private final Set<Long> threads;
    private final OutlierTimes outliers;
    private final Thinned<StackSample> normal = new Thinned<>(MOST_NORMAL);
    private final Map<SampleType, Long> counts = new EnumMap<>(SampleType.class);

    /** @param threads that ran iterations; empty for more than are known */
    PeriodSamples(RecordedFacts facts, Set<Long> threads, OutlierTimes outliers) {
        this.facts = facts;
        this.threads = threads;
        this.outliers = outliers;
    }

    /** Stacks of normal iterations, each of an instant. */
    List<StackSample> normal() {
        return normal.list();
    }

    /** How many stacks of the iterations' threads there were, inside and outside of iterations. */
    Map<SampleType, Long> counts() {
        return counts;
    }

    /** Those of one chunk. */
    OfChunk ofChunk(Surroundings.OfChunk around, ClockMap clock) {
        return new OfChunk(around, clock);
    }

    /** The samples of one chunk. For one use. */
    final class OfChunk {
        private final Surroundings.OfChunk around;
        private final ClockMap clock;
        private final Candidates candidates = new Candidates();
        private int number;

        private OfChunk(Surroundings.OfChunk around, ClockMap clock) {
            this.around = around;
            this.clock = clock;
        }

        /** The filter for a type of sample. */
        EventFilter filter(SampleType type) {
            return new EventFilter(
                    row -> threads.isEmpty() || threads.contains(FieldText.thread(row, type.threadField())), null);
        }

        /**
         * Who takes events, in rounds: samples first, then iterations, then the samples that these have shown to be of normal ones.
         *
         * @param iterations takes the iterations of a type, {@code null} for none, and tells {@link #iteration}
         */
        List<Function<String, Consumer<EventView>>> rounds(Function<String, Consumer<EventView>> iterations) {
            return List.of(
                    name -> taker(name, this::take),
                    name -> {
                        number = 0;
                        return iterations.apply(name);
                    },
                    name -> taker(name, this::takeNormal));
        }

        private Consumer<EventView> taker(String name, TypedTaker taker) {
            SampleType type = SampleType.of(name);
            return type == null ? null : row -> taker.take(type, row);
        }

        private void take(SampleType type, EventView row) {
            int own = number++;
            counts.merge(type, 1L, Long::sum);
            long atNs = clock.toNanos(row.startTicks());
            long thread = FieldText.thread(row, type.threadField());
            boolean running = type.running(row);
            long[] outlier = outliers.around(thread, atNs);
            if (outlier == null) {
                if (running) {
                    candidates.add(atNs, thread, own);
                }
                return;
            }
            long halfNs = periodNs(type, row, atNs) / 2;
            // What async-profiler says of a thread that slept all the time.
            long untilNs = clock.toNanos(row.startTicks() + Math.max(0, row.number("timeSpan")));
            around.addStack(
                    row,
                    StackSample.Origin.PERIOD,
                    Math.max(outlier[0], atNs - halfNs),
                    Math.min(outlier[1], untilNs + halfNs),
                    thread,
                    running);
        }

        private long periodNs(SampleType type, EventView row, long atNs) {
            long ticks = row.number("samplingPeriod");
            return ticks > 0 ? clock.toNanos(row.startTicks() + ticks) - atNs : type.periodNs(facts);
        }

        /** An iteration that is no outlier. */
        void iteration(long thread, long startNs, long endNs) {
            candidates.normal(thread, startNs, endNs);
        }

        private void takeNormal(SampleType type, EventView row) {
            if (candidates.isNormal(number++) && normal.takesNext()) {
                List<StackFrame> frames = around.stackOf(row);
                if (!frames.isEmpty()) {
                    normal.add(new StackSample(
                            clock.toNanos(row.startTicks()), FieldText.thread(row, type.threadField()), true, frames));
                }
            }
        }
    }

    /** Takes a sample of a type. */
    private interface TypedTaker {
        void take(SampleType type, EventView row);
    }
}
