package io.straggler.harness.series;

import java.io.IOException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/** Intervals that are decoded one by one. */
interface EncodedIntervals extends Intervals {
    /** Series of one log. A probe or a group is one, and a core's jitter. */
    int MAX_SERIES = 2_000;

    @Override
    default void forEach(Consumer<Histogram> consumer) throws IOException {
        forEachCounted(interval -> consumer.accept(interval.histogram()));
    }

    @Override
    void forEachCounted(Consumer<CountedInterval> consumer) throws IOException;

    /** Counts series while intervals are read. For one reading. */
    final class SeriesLimit {
        private final Set<String> names = new HashSet<>();

        /** @throws IOException if this is of one series too many */
        void count(CountedInterval interval) throws IOException {
            if (names.add(interval.name()) && names.size() > MAX_SERIES) {
                throw new IOException(
                        String.format(Locale.ROOT, "there must be no more than %,d series in a log", MAX_SERIES));
            }
        }
    }
}
