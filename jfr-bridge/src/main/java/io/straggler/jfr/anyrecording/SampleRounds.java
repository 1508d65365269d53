package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.jfr.read.FieldText;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Goes over the sampled stacks of one chunk, to tell those of outliers from those of normal iterations. For one use. */
final class SampleRounds {
    private final IterationQuery query;
    private final OutlierTimes outliers;
    private final Set<Long> foreign;
    private final ClockMap clock;
    private final Taker taker;
    private final Candidates candidates = new Candidates();
    private final Map<SampleType, Long> counts = new EnumMap<>(SampleType.class);
    private int taken;
    private int takenAgain;

    /** Takes what the rounds find. */
    interface Taker {
        /**
         * A stack that was taken in an outlier.
         *
         * @param outlier from when to when no outlier of the thread begins or ends
         */
        void ofOutlier(SampleType type, EventView sample, long[] outlier);

        /** A stack that was taken in a normal iteration. */
        void ofNormal(SampleType type, EventView sample);
    }

    /** @param foreign threads whose stacks are of no iteration */
    SampleRounds(IterationQuery query, OutlierTimes outliers, Set<Long> foreign, ClockMap clock, Taker taker) {
        this.query = query;
        this.outliers = outliers;
        this.foreign = foreign;
        this.clock = clock;
        this.taker = taker;
    }

    /** How many stacks there were; known after the first round. */
    Map<SampleType, Long> counts() {
        return counts;
    }

    /** The first round: samples. */
    @Nullable
    Consumer<EventView> samples(String typeName) {
        SampleType type = SampleType.of(typeName);
        return type == null ? null : row -> sample(type, row);
    }

    /** The second: iterations. */
    @Nullable
    Consumer<EventView> iterations(String typeName) {
        return typeName.equals(query.event()) ? this::iteration : null;
    }

    /** The third: the samples that these have shown to be of normal ones. */
    @Nullable
    Consumer<EventView> normal(String typeName) {
        SampleType type = SampleType.of(typeName);
        return type == null ? null : row -> again(type, row);
    }

    private void sample(SampleType type, EventView row) {
        int own = taken++;
        counts.merge(type, 1L, Long::sum);
        long atNs = clock.toNanos(row.startTicks());
        long thread = FieldText.thread(row, type.threadField());
        long[] outlier = outliers.around(thread, atNs);
        if (outlier != null) {
            taker.ofOutlier(type, row, outlier);
        } else if (type.running(row) && !foreign.contains(thread)) {
            candidates.add(atNs, thread, own);
        }
    }

    private void iteration(EventView row) {
        if (query.accepts(row)) {
            candidates.normal(
                    FieldText.thread(row, AnyRecording.EVENT_THREAD),
                    clock.toNanos(row.startTicks()),
                    clock.toNanos(row.endTicks()));
        }
    }

    private void again(SampleType type, EventView row) {
        if (candidates.isNormal(takenAgain++)) {
            taker.ofNormal(type, row);
        }
    }
}
