package io.straggler.flamegraph;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Numbers values in the order in which they are met, so that a message holds each once. Number 0 is the value that stands for none. Not thread-safe. */
final class ValueTable<T> {
    private final Map<T, Integer> indexes = new LinkedHashMap<>();

    ValueTable(T none) {
        indexes.put(none, 0);
    }

    /** The value's number; a new one for a value that was not met before. */
    int indexOf(T value) {
        return indexes.computeIfAbsent(value, key -> indexes.size());
    }

    /** Every value met so far, by number. */
    Set<T> values() {
        return indexes.keySet();
    }
}
