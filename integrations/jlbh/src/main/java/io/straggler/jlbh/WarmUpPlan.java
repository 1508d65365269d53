package io.straggler.jlbh;

/**
 * How the iterations of a benchmark's warm-up are spent. JLBH runs all of them at once; here as many as show what is normal are
 * paced, because an outlier is one that differs from that.
 *
 * @param atOnce one after the other, as JLBH does
 * @param paced afterwards, at the rate of the run
 */
record WarmUpPlan(int atOnce, int paced) {
    /** Smallest number of iterations for {@code --threshold auto}: a hundred in the half that is looked at. */
    private static final int ENOUGH = 200;

    /** Number of iterations that shows where iterations end. */
    private static final int FEW = 100;

    private static final int USUAL_S = 2;
    private static final int LONGEST_S = 10;

    static WarmUpPlan of(int iterations, double perSecond) {
        double wanted = Math.max(USUAL_S * perSecond, Math.min(ENOUGH, LONGEST_S * perSecond));
        // Even, because it is halved.
        int paced = (int) Math.min(iterations / 2, wanted) / 2 * 2;
        return new WarmUpPlan(iterations - paced, paced);
    }

    /** All at once, when the user has asked for a paced warm-up besides. */
    static WarmUpPlan atOnce(int iterations) {
        return new WarmUpPlan(iterations, 0);
    }

    /**
     * Returns a plan for a benchmark without a warm-up, so that it is known where its iterations end: a few, at most as
     * many as a run has.
     */
    static WarmUpPlan few(long ofRun) {
        return atOnce((int) Math.min(FEW, ofRun));
    }

    /** Whether the paced part shows what an outlier is. */
    boolean settlesThreshold() {
        return paced >= ENOUGH;
    }
}
