package io.straggler.jfr.chunk;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Where the constants of one type lie in a chunk: from a constant's id to a position. Twelve bytes a constant. */
public final class PoolIndex {
    private long[] ids = new long[16];
    private int[] positions = new int[16];
    private int size;
    private boolean sorted = true;

    void add(long id, int position) {
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, size * 2);
            positions = Arrays.copyOf(positions, size * 2);
        }
        sorted &= size == 0 || ids[size - 1] <= id;
        ids[size] = id;
        positions[size++] = position;
    }

    /** Hands over the id of every constant. */
    public void forEachId(LongConsumer consumer) {
        for (int i = 0; i < size; i++) {
            consumer.accept(ids[i]);
        }
    }

    /** The position of a constant, or {@code null} for an id that the chunk does not define. */
    public @Nullable Integer positionOf(long id) {
        if (!sorted) {
            sort();
        }
        int at = Arrays.binarySearch(ids, 0, size, id);
        return at < 0 ? null : positions[at];
    }

    private void sort() {
        Integer[] order = new Integer[size];
        Arrays.setAll(order, i -> i);
        long[] unsortedIds = ids;
        int[] unsortedPositions = positions;
        Arrays.sort(order, (a, b) -> Long.compare(unsortedIds[a], unsortedIds[b]));
        ids = new long[Math.max(16, size)];
        positions = new int[Math.max(16, size)];
        for (int i = 0; i < size; i++) {
            ids[i] = unsortedIds[order[i]];
            positions[i] = unsortedPositions[order[i]];
        }
        sorted = true;
    }
}
