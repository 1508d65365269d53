package io.straggler.diagnosis.stacks;

import java.util.function.IntToLongFunction;

/** Search in what is in order of time. */
public final class InOrder {
    private InOrder() {}

    /**
     * The first index whose time is not before an instant; the size if there is none.
     *
     * @param timesNs by index, in order
     */
    public static int firstFrom(int size, IntToLongFunction timesNs, long fromNs) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (timesNs.applyAsLong(middle) < fromNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
