package io.straggler.model;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Numbers that occur, each with an index in the order of their first occurrence: a hash table with open addressing and no objects. Histograms share most of
 * their buckets, so a lookup finds the value in all but a few cases. For one thread.
 */
public final class DistinctValues {
    /** Odd factor of the hash, another one in each JVM: a file cannot be made of values that collide. */
    private static final long FACTOR = new SplittableRandom().nextLong() | 1;

    private long[] values = new long[64];
    private int size;

    /** Indexes plus one by hash; zero where there is none. At most half of the cells are taken. */
    private int[] cells = new int[2 * values.length];

    /** Bits of the hash that name no cell. */
    private int shift = Long.numberOfLeadingZeros(cells.length - 1);

    /** Index of a value, which is added if it is new. */
    public int index(long value) {
        int cell = cell(value);
        if (cells[cell] != 0) {
            return cells[cell] - 1;
        }
        if (size == values.length) {
            grow();
            cell = cell(value);
        }
        values[size] = value;
        cells[cell] = ++size;
        return size - 1;
    }

    /** The cell of a value, or the empty one that it would be in. */
    private int cell(long value) {
        int mask = cells.length - 1;
        int cell = (int) (value * FACTOR >>> shift);
        while (cells[cell] != 0 && values[cells[cell] - 1] != value) {
            cell = cell + 1 & mask;
        }
        return cell;
    }

    private void grow() {
        values = Arrays.copyOf(values, 2 * size);
        cells = new int[2 * values.length];
        shift--;
        for (int i = 0; i < size; i++) {
            cells[cell(values[i])] = i + 1;
        }
    }

    public int size() {
        return size;
    }

    /** The values in ascending order. */
    public long[] ascending() {
        long[] ascending = Arrays.copyOf(values, size);
        Arrays.sort(ascending);
        return ascending;
    }
}
