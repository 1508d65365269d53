package io.straggler.agent.inside.latency;

import io.straggler.harness.series.Intervals;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.Series;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * What calls took, by method: of the first {@value #MAX_METHODS} methods that are called each on its own, of further ones together. Values are known to
 * 1%, the longest exactly.
 *
 * <p>Invariants of {@link #record}: no lock, no wait, no allocation but at a method's first call in a stripe. {@code AgentCostBenchmark} measures it.
 *
 * <p>Threads: any. What is read may lack a call that is just ending.
 */
public final class MethodLatencies {
    public static final int MAX_METHODS = 100;

    private final List<AtomicReferenceArray<CallHistogram>> stripes;

    /** Where methods are that have no place of their own. */
    private final int rest;

    /** The methods that were called, by number: whether each is on its own. */
    private final Map<Integer, Boolean> called = new ConcurrentHashMap<>();

    private final AtomicInteger taken = new AtomicInteger();

    /**
     * @param stripes how many groups of threads record without getting into each other's way
     * @param methods about how many there may be
     */
    public MethodLatencies(int stripes, int methods) {
        this.rest = methods;
        this.stripes = Stream.generate(() -> new AtomicReferenceArray<CallHistogram>(methods + 1))
                .limit(stripes)
                .toList();
    }

    /** A call of a method took so long. */
    public void record(int stripe, int method, long ns) {
        AtomicReferenceArray<CallHistogram> own = stripes.get(stripe);
        int place = Math.min(method, rest);
        CallHistogram calls = own.get(place);
        (calls == null ? first(own, place) : calls).record(ns);
    }

    private CallHistogram first(AtomicReferenceArray<CallHistogram> own, int place) {
        boolean alone = called.computeIfAbsent(place, each -> each != rest && taken.getAndIncrement() < MAX_METHODS);
        int kept = alone ? place : rest;
        own.compareAndSet(kept, null, new CallHistogram());
        own.set(place, own.get(kept));
        return own.get(place);
    }

    /** Returns whether methods were called that have no separate figures, because there were too many. */
    public boolean tooMany() {
        return called.containsValue(false);
    }

    /** Whether calls of a method were recorded. */
    public boolean called(int method) {
        return called.containsKey(Math.min(method, rest));
    }

    /**
     * Returns a histogram for each called method, tagged with its series, the one with the longest call first; none for
     * a single method.
     */
    public List<Histogram> histograms(List<String> names) {
        List<Histogram> all = new ArrayList<>();
        if (called.size() > 1) {
            called.forEach((method, alone) -> {
                if (alone) {
                    all.add(histogram(method, Series.GROUP_PREFIX + names.get(method)));
                }
            });
            if (tooMany()) {
                all.add(histogram(rest, Series.OTHER_GROUPS));
            }
        }
        all.removeIf(one -> one.getTotalCount() == 0);
        all.sort(Comparator.comparingLong(Histogram::getMaxValue).reversed());
        return all;
    }

    /**
     * Returns the histograms as intervals of one time.
     *
     * @param names of the methods, by number
     */
    public Intervals intervals(List<String> names, long startEpochMs, long endEpochMs) {
        List<Histogram> all = histograms(names);
        return consumer -> all.forEach(one -> {
            one.setStartTimeStamp(startEpochMs);
            one.setEndTimeStamp(endEpochMs);
            consumer.accept(one);
        });
    }

    private Histogram histogram(int place, String tag) {
        CallHistogram calls = new CallHistogram();
        stripes.forEach(own -> calls.add(own.get(place)));
        Histogram histogram = SeriesRecorder.newHistogram();
        calls.addTo(histogram);
        histogram.setTag(tag);
        return histogram;
    }
}
