package io.straggler.rates;

/**
 * The rate above which a task no longer keeps its objectives, as far as some runs show. Bayes' rule on a grid, and pure.
 *
 * <p>A run yields an <em>excess</em>: the logarithm of the odds that an iteration missed the objective, over the odds with which it may.
 * The excess grows with the rate and is zero at the knee. Near the knee it is taken as linear in the logarithm of the rate, with an unknown
 * slope. Runs scatter for two reasons: chance within a run, of which each run knows the size ({@link Excess#error}), and differences
 * between runs, of which nobody knows the size. Both together are modelled as noise of Student's distribution with three degrees of
 * freedom, because now and then a run is far off. An excess of {@value #FAR} or more, up or down, only says on which side of the knee the
 * rate is: a censored (Tobit) observation.
 */
final class Knee {
    /** From here on an excess, either way, says no more than on which side of the knee it is. */
    private static final double FAR = 1;

    private static final double STEP = 0.004;

    /** The knee may be outside of the range: the grid goes on for a bit. */
    private static final double OUTSIDE = 0.5;

    private static final double[] SLOPES = {1, 2, 4, 8, 16, 32, 64, 128};
    private static final double[] SCALES = {0.05, 0.1, 0.2, 0.4, 0.8};
    private static final double FREEDOM = 3;

    /** Logarithm of the normalisation of Student's density with three degrees of freedom. */
    private static final double LOG_NORMALISATION = Math.log(2 / (Math.PI * Math.sqrt(3)));

    private final double lowest;
    private final double[][] logLikelihoods;
    private double[] cumulative;

    /** Knows no more than that it lies about this range. */
    Knee(RateRange range) {
        lowest = Math.log(range.lowPerSecond()) - OUTSIDE;
        int points = (int) Math.ceil((Math.log(range.highPerSecond()) + OUTSIDE - lowest) / STEP) + 1;
        logLikelihoods = new double[SLOPES.length * SCALES.length][points];
        accumulate();
    }

    /** A run more. */
    void add(double perSecond, Excess excess) {
        double logRate = Math.log(perSecond);
        int row = 0;
        for (double slope : SLOPES) {
            for (double scale : SCALES) {
                double[] logLikelihood = logLikelihoods[row++];
                double together = Math.hypot(scale, excess.error());
                for (int i = 0; i < logLikelihood.length; i++) {
                    double expected = slope * (logRate - lowest - i * STEP);
                    logLikelihood[i] += logLikelihood(excess.logOdds(), expected, together);
                }
            }
        }
        accumulate();
    }

    private static double logLikelihood(double excess, double expected, double scale) {
        if (excess >= FAR) {
            return Math.log(below((expected - FAR) / scale));
        }
        if (excess <= -FAR) {
            return Math.log(below((-FAR - expected) / scale));
        }
        double off = (excess - expected) / scale;
        return -Math.log(scale) - (FREEDOM + 1) / 2 * Math.log(1 + off * off / FREEDOM) + LOG_NORMALISATION;
    }

    /** The distribution function. */
    private static double below(double value) {
        double scaled = value / Math.sqrt(FREEDOM);
        double share = 0.5 + (scaled / (1 + scaled * scaled) + Math.atan(scaled)) / Math.PI;
        return Math.max(1e-12, share);
    }

    private void accumulate() {
        double most = Double.NEGATIVE_INFINITY;
        for (double[] row : logLikelihoods) {
            for (double value : row) {
                most = Math.max(most, value);
            }
        }
        cumulative = new double[logLikelihoods[0].length];
        double sum = 0;
        for (int i = 0; i < cumulative.length; i++) {
            for (double[] row : logLikelihoods) {
                sum += Math.exp(row[i] - most);
            }
            cumulative[i] = sum;
        }
    }

    /** The rate that the knee is below with this probability. */
    double quantile(double probability) {
        double wanted = probability * cumulative[cumulative.length - 1];
        int i = 0;
        while (cumulative[i] < wanted) {
            i++;
        }
        double before = i == 0 ? 0 : cumulative[i - 1];
        return Math.exp(lowest + (i - 1 + (wanted - before) / (cumulative[i] - before)) * STEP);
    }
}
