package io.straggler.diagnosis.budget;

import io.straggler.model.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Time of a cause, added up by place. */
public final class WhereSums {
    private static final Comparator<Where> LARGEST_FIRST = Comparator.comparingLong(Where::ns)
            .thenComparing(Where::count)
            .reversed()
            .thenComparing(where -> where.place().words());

    private final Map<Place, long[]> sums = new LinkedHashMap<>();

    public void add(Place place, long ns, long count) {
        if (place.isEmpty() || ns <= 0 && count <= 0) {
            return;
        }
        long[] sum = sums.computeIfAbsent(place, key -> new long[2]);
        sum[0] += ns;
        sum[1] += count;
    }

    public void addAll(List<Where> others) {
        for (Where other : others) {
            add(other.place(), other.ns(), other.count());
        }
    }

    /** Adds times multiplied by a factor, with no further evidence. */
    public void addAll(List<Where> others, double factor) {
        for (Where other : others) {
            add(other.place(), Math.round(factor * other.ns()), 0);
        }
    }

    public List<Where> largestFirst(int most) {
        // No stream: every cause of every outlier is asked, and most have one place or none.
        List<Where> all = new ArrayList<>(sums.size());
        for (Map.Entry<Place, long[]> sum : sums.entrySet()) {
            all.add(new Where(sum.getKey(), sum.getValue()[0], sum.getValue()[1]));
        }
        if (all.size() > 1) {
            all.sort(LARGEST_FIRST);
        }
        return all.subList(0, Math.min(most, all.size()));
    }
}
