package io.straggler.model;

/**
 * When a sampler is off during a run, so that the run itself shows what being sampled does to it: of every {@value #BLOCKS} blocks of
 * time in a row one, drawn anew each time. A pure function of the clock: recorder and sampler agree without telling each other.
 *
 * @param blockNs length of a block; 0 if the sampler is never off
 * @param seed of the draws
 */
public record OverheadCheck(long blockNs, long seed) {
    /** The sampler is never off. */
    public static final OverheadCheck NONE = new OverheadCheck(0, 0);

    /** Three quarters of the outliers keep their stacks, and the other quarter is enough to compare with. */
    public static final int BLOCKS = 4;

    /** Half a second of the usual blocks, longer than nearly all stalls and what waits for them. */
    static final int QUEUE_BLOCKS = 10;

    /** Long beside the stalls that it shall tell apart, short beside a run. */
    private static final long USUAL_BLOCK_NS = 50_000_000;

    public OverheadCheck {
        if (blockNs < 0) {
            throw new IllegalArgumentException("block must not be negative: blockNs=" + blockNs);
        }
    }

    /** Blocks of 50 ms. */
    public static OverheadCheck seeded(long seed) {
        return new OverheadCheck(USUAL_BLOCK_NS, seed);
    }

    /** Whether the sampler is off at this instant of the {@link NanoClock}. */
    public boolean off(long atNs) {
        if (blockNs == 0) {
            return false;
        }
        long block = Math.floorDiv(atNs, blockNs);
        return Math.floorMod(block, (long) BLOCKS) == drawn(Math.floorDiv(block, (long) BLOCKS));
    }

    /**
     * Whether an iteration of a busy period counts as one without the sampler: if the sampler was off when the period began, so that what a
     * stall makes wait belongs to its block. A queue that is older than {@value #QUEUE_BLOCKS} blocks may have no end: there, if the sampler
     * is off when the iteration begins.
     */
    public boolean off(long periodBeganNs, long startNs) {
        return off(startNs - periodBeganNs < QUEUE_BLOCKS * blockNs ? periodBeganNs : startNs);
    }

    /** When the block that holds this instant is over. */
    public long blockEndNs(long atNs) {
        return (Math.floorDiv(atNs, blockNs) + 1) * blockNs;
    }

    /** The block of a group that is drawn: the top bits of a multiplicative hash (Stafford's mix 13). */
    private long drawn(long group) {
        long z = group + seed * 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return (z ^ (z >>> 31)) >>> 62;
    }
}
