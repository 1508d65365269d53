package io.straggler.sampler;

/**
 * The gaps between the captures of one late iteration: they grow geometrically, so that a long stall costs a bounded number of
 * samples and a short one still gets several.
 *
 * @param firstNs between the first capture and the second
 * @param growth of each gap over the one before
 * @param most captures per iteration and thread
 */
public record CaptureGaps(long firstNs, double growth, int most) {
    /** Closer together, the profile would be of the profiler. */
    private static final long SHORTEST_NS = 20_000;

    /** So a capture takes no more than a quarter of the time until the next. */
    private static final int CAPTURES_IN_A_GAP = 4;

    public CaptureGaps {
        if (firstNs < 1) {
            throw new IllegalArgumentException("first gap must be above zero: firstNs=" + firstNs);
        }
        if (!(growth >= 1 && growth <= 10)) {
            throw new IllegalArgumentException("growth must be from 1 to 10: growth=" + growth);
        }
        if (most < 1) {
            throw new IllegalArgumentException("captures per iteration must be at least 1: most=" + most);
        }
    }

    /**
     * Gaps from half the arm delay, but not below 20 µs nor below four times what a capture takes, growing by a quarter: 50 captures span
     * more than four seconds.
     *
     * @param captureNs what a capture takes from the thread; 0 if that is not known
     */
    public static CaptureGaps following(long armDelayNs, long captureNs) {
        long firstNs = Math.max(armDelayNs / 2, CAPTURES_IN_A_GAP * captureNs);
        return new CaptureGaps(Math.max(SHORTEST_NS, firstNs), 1.25, 50);
    }

    /** The gap after capture {@code index}, counted from 0. */
    public long afterNs(int index) {
        return (long) Math.min(1e18, firstNs * Math.pow(growth, index));
    }
}
