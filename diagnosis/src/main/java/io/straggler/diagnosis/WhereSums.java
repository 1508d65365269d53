package io.straggler.diagnosis;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a cause took, added up by who or where. */
final class WhereSums {
    private final Map<String, long[]> sums = new LinkedHashMap<>();

    void add(String what, long ns, long count) {
        if (what.isEmpty() || ns <= 0 && count <= 0) {
            return;
        }
        long[] sum = sums.computeIfAbsent(what, key -> new long[2]);
        sum[0] += ns;
        sum[1] += count;
    }

    void addAll(List<Where> others) {
        others.forEach(other -> add(other.what(), other.ns(), other.count()));
    }

    List<Where> largestFirst(int most) {
        return sums.entrySet().stream()
                .map(sum -> new Where(sum.getKey(), sum.getValue()[0], sum.getValue()[1]))
                .sorted(Comparator.comparingLong(Where::ns)
                        .thenComparing(Where::count)
                        .reversed()
                        .thenComparing(Where::what))
                .limit(most)
                .toList();
    }
}
