package io.straggler.harness.series;

import java.io.IOException;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * Interval histograms in order of time, one at a time: a histogram takes a quarter of a megabyte, and a run has a thousand.
 * Each carries its series as a tag, and wall-clock time stamps.
 */
@FunctionalInterface
public interface Intervals {
    /** Hands every histogram to {@code consumer}, which must not keep it. */
    void forEach(Consumer<Histogram> consumer) throws IOException;

    /** Hands over what every histogram holds: cheaper where it is encoded, as in a log. May be kept. */
    default void forEachCounted(Consumer<CountedInterval> consumer) throws IOException {
        forEach(interval -> consumer.accept(CountedInterval.of(interval)));
    }
}
