package io.straggler.examples;

import io.straggler.harness.Task;
import java.util.HashMap;
import java.util.Map;

/** A task that puts one entry into a hash map: nearly always fast, and slow each time the map's table doubles. */
public final class GrowingMap implements Task {
    /**
     * Number of entries with which the map is full-grown and the next one starts, so that any heap above 128 MB lasts
     * for ever.
     */
    private static final int FULL_GROWN = 1 << 20;

    private Map<Long, Long> startByNumber = new HashMap<>();
    private long number;

    @Override
    public void run(long intendedNs) {
        if (startByNumber.size() == FULL_GROWN) {
            startByNumber = new HashMap<>();
        }
        startByNumber.put(number++, intendedNs);
    }

    int size() {
        return startByNumber.size();
    }
}
