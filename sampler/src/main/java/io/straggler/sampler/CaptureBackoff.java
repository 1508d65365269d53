package io.straggler.sampler;

/**
 * The gaps between the captures of one late iteration: they grow geometrically, so that a long stall costs a bounded number of
 * samples and a short one still gets several.
 *
 * @param firstNs between the first capture and the second
 * @param growth of each gap over the one before
 * @param most captures per iteration and thread
 */
record CaptureBackoff(long firstNs, double growth, int most) {
    /** Closer together, the profile would be of the profiler. */
    private static final long SHORTEST_NS = 20_000;

    CaptureBackoff {
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

    /** Gaps from half the arm delay, but not below 20 µs, growing by a quarter: 50 captures span more than four seconds. */
    static CaptureBackoff following(long armDelayNs) {
        return new CaptureBackoff(Math.max(SHORTEST_NS, armDelayNs / 2), 1.25, 50);
    }

    /** The gap after capture {@code index}, counted from 0. */
    long afterNs(int index) {
        return (long) Math.min(1e18, firstNs * Math.pow(growth, index));
    }
}
