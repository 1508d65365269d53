package io.straggler.anyrecording;

import io.straggler.harness.series.Intervals;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.Series;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.IntCountsHistogram;

/** Latencies by the value of a field: the first {@value #MOST} values on their own, further ones together. */
final class Groups {
    private static final int MOST = 100;

    private final Map<String, IntCountsHistogram> byValue = new LinkedHashMap<>();

    void add(String value, long latencyNs) {
        String name = Series.GROUP_PREFIX + value;
        String group = byValue.containsKey(name) || byValue.size() < MOST ? name : Series.OTHER_GROUPS;
        // One that grows with its values: there are many of them.
        byValue.computeIfAbsent(group, key -> new IntCountsHistogram(SeriesRecorder.DIGITS))
                .recordValue(Math.min(latencyNs, SeriesRecorder.HIGHEST_NS));
    }

    /** One interval for each group, that with the longest latency first. */
    Intervals intervals(long startEpochMs, long endEpochMs) {
        List<Map.Entry<String, IntCountsHistogram>> slowestFirst = byValue.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, IntCountsHistogram> group) ->
                                group.getValue().getMaxValue())
                        .reversed())
                .toList();
        return consumer -> slowestFirst.forEach(group -> {
            Histogram interval = SeriesRecorder.newHistogram();
            interval.add(group.getValue());
            interval.setTag(group.getKey());
            interval.setStartTimeStamp(startEpochMs);
            interval.setEndTimeStamp(endEpochMs);
            consumer.accept(interval);
        });
    }
}
