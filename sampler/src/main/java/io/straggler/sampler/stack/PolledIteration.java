package io.straggler.sampler.stack;

import java.util.Arrays;
import java.util.function.LongConsumer;

/** When the JVM was asked for stacks of the iteration that a thread runs, or ran last. For one thread, which asks. */
public final class PolledIteration {
    /** Number of stacks after which the distance between them doubles, again and again. */
    private static final int UNTIL_RARER = 8;

    private long startNs;
    private long[] atNs = new long[UNTIL_RARER];
    private int count;
    private long everyNs;
    private boolean refused;

    /** When the next stack is due; always, if none was taken of the iteration with this start. */
    public long dueNs(long beganNs) {
        if (beganNs != startNs) {
            startNs = beganNs;
            count = 0;
            refused = false;
        }
        return count == 0 ? beganNs : nextNs();
    }

    /** When the next stack is due of the iteration of which one was taken last. */
    public long nextNs() {
        return atNs[count - 1] + everyNs;
    }

    /**
     * A stack was taken of the iteration that {@link #dueNs} was last asked about.
     *
     * @param intervalNs between the first two of an iteration
     */
    public void add(long askedNs, long intervalNs) {
        if (count == atNs.length) {
            atNs = Arrays.copyOf(atNs, 2 * count);
        }
        atNs[count] = askedNs;
        count++;
        everyNs = intervalNs << Math.min(count / UNTIL_RARER, Integer.SIZE - 2);
    }

    /** Whether no stack was taken yet of the iteration that {@link #dueNs} was last asked about. */
    public boolean first() {
        return count == 0;
    }

    /** The first stack of the iteration that {@link #dueNs} was last asked about is due, and there is no time to ask for it. */
    public void refuse() {
        refused = true;
    }

    /** Whether there was once no time to ask for the first stack of the iteration with this start. */
    public boolean refused(long beganNs) {
        return beganNs == startNs && refused;
    }

    /** Every instant of the iteration with this start; how many there are is returned. */
    public int of(long beganNs, LongConsumer each) {
        int asked = beganNs == startNs ? count : 0;
        for (int i = 0; i < asked; i++) {
            each.accept(atNs[i]);
        }
        return asked;
    }
}
