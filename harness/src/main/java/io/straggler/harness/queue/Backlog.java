package io.straggler.harness.queue;

import java.util.Arrays;

/**
 * Whether a run was saturated: whether its backlog was still growing when it ended. For one thread; takes the same memory however
 * long the run is.
 *
 * <p>The backlog of an iteration is the time that it waited for earlier iterations. For an asynchronous task, whose iterations overlap, it
 * is the whole latency, of which some part is not waiting. The iterations are divided into blocks of equal size, in which those that
 * arrive at once count as one: they wait for each other at any rate. Each block keeps its least backlog, so that a queue that was empty for
 * one moment shows.
 *
 * <p>A run is saturated if two conditions hold. The queue was not empty for at least the last tenth of the run. And since it was last
 * empty, the backlog grew in at least half of ten slices of equal length, and in total by more than in the slice in which it grew most. So
 * a single pause is no saturation, wherever it falls and however far behind its schedule the run ends: the queue grows once, and shrinks
 * from then on. A queue that grows by 1% of the time is saturation, however short the run.
 */
public final class Backlog {
    private static final int MAX_BLOCKS = 512;
    private static final int SLICES = 10;

    /** The least number of changes from one block to the next that tell growth from a pause. */
    private static final int MIN_CHANGES = 5;

    /** Part of the run, one in this number, for which the queue was not empty. */
    private static final int PART = 10;

    /** Iterations arrive at once if they follow each other within a tenth of the distance at the rate of the schedule. */
    private static final double AT_ONCE = 10;

    private final boolean overlapping;
    private final double apartNs;
    private final long[] leastNs = new long[MAX_BLOCKS];
    private int blocks;
    private long perBlock = 1;
    private long inBlock;
    private long lastIntendedNs;

    /**
     * @param overlapping whether iterations overlap, so that what is added is their latency
     * @param perSecond the rate of the schedule; the highest, if it changes
     */
    public Backlog(boolean overlapping, double perSecond) {
        this.overlapping = overlapping;
        this.apartNs = 1e9 / perSecond / AT_ONCE;
    }

    /** The backlog of the next iteration, in order of intended start. */
    public void add(long intendedNs, long ns) {
        boolean atOnce = blocks > 0 && intendedNs - lastIntendedNs < apartNs;
        lastIntendedNs = intendedNs;
        if (atOnce) {
            leastNs[blocks - 1] = Math.min(leastNs[blocks - 1], ns);
            return;
        }
        if (inBlock == 0) {
            if (blocks == MAX_BLOCKS) {
                halve();
            }
            leastNs[blocks++] = ns;
        } else {
            leastNs[blocks - 1] = Math.min(leastNs[blocks - 1], ns);
        }
        inBlock = (inBlock + 1) % perBlock;
    }

    /** Two blocks become one. Only called when all of them are full. */
    private void halve() {
        blocks /= 2;
        for (int i = 0; i < blocks; i++) {
            leastNs[i] = Math.min(leastNs[2 * i], leastNs[2 * i + 1]);
        }
        perBlock *= 2;
    }

    /** Whether it was still growing when the run ended. */
    public boolean growing() {
        int last = blocks - 1;
        int from = lastEmpty();
        int changes = last - from;
        if (changes < MIN_CHANGES || changes < blocks / PART) {
            return false;
        }
        int slices = Math.min(SLICES, changes);
        int grew = 0;
        long mostNs = 0;
        long sumNs = 0;
        for (int k = 0; k < slices; k++) {
            long changeNs = leastNs[from + (k + 1) * changes / slices] - leastNs[from + k * changes / slices];
            grew += changeNs > 0 ? 1 : 0;
            mostNs = Math.max(mostNs, changeNs);
            sumNs += changeNs;
        }
        return 2 * grew >= slices && sumNs > mostNs;
    }

    /** The last block in which the queue was empty; the first if it never was. */
    private int lastEmpty() {
        long emptyNs = emptyNs();
        int block = blocks - 1;
        while (block > 0 && leastNs[block] > emptyNs) {
            block--;
        }
        return block;
    }

    /**
     * Up to here there is no backlog. Where what an iteration takes is part of what is added: twice that of one that waits for none, or the distance between iterations, because
     * one that is complete before the next begins has nobody behind it.
     */
    private long emptyNs() {
        if (!overlapping) {
            return 0;
        }
        long leastOfAllNs = Arrays.stream(leastNs, 0, blocks).min().orElse(0);
        return Math.max(2 * leastOfAllNs, Math.round(AT_ONCE * apartNs));
    }
}
