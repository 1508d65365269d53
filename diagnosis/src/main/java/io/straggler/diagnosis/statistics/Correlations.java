package io.straggler.diagnosis.statistics;

import java.util.List;
import java.util.SplittableRandom;

/** How metrics go together in the resamples, and draws of normal variables that do so too. */
final class Correlations {
    private static final double LEAST = 1e-9;

    private Correlations() {}

    /**
     * The matrix of correlations.
     *
     * @param shrinkage the part of each that is not believed, because few units exaggerate it
     */
    static double[][] of(List<Contrast> metrics, double shrinkage) {
        int count = metrics.size();
        double[][] correlations = new double[count][count];
        for (int i = 0; i < count; i++) {
            double[] a = metrics.get(i).deviations();
            correlations[i][i] = 1;
            for (int j = 0; j < i; j++) {
                double[] b = metrics.get(j).deviations();
                double sum = 0;
                for (int r = 0; r < a.length; r++) {
                    sum += a[r] * b[r];
                }
                correlations[i][j] = (1 - shrinkage) * sum / a.length;
                correlations[j][i] = correlations[i][j];
            }
        }
        return correlations;
    }

    /** The lower triangle that gives the matrix when it is multiplied with its transpose (A.-L. Cholesky); metrics that are nearly the same share one. */
    static double[][] root(double[][] correlations) {
        int count = correlations.length;
        double[][] root = new double[count][count];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j <= i; j++) {
                double left = correlations[i][j];
                for (int k = 0; k < j; k++) {
                    left -= root[i][k] * root[j][k];
                }
                if (i == j) {
                    root[i][i] = Math.sqrt(Math.max(left, LEAST));
                } else {
                    root[i][j] = root[j][j] * root[j][j] <= 2 * LEAST ? 0 : left / root[j][j];
                }
            }
        }
        return root;
    }

    /** One value for each metric. */
    static double[] draw(double[][] root, SplittableRandom random) {
        int count = root.length;
        double[] independent = new double[count];
        double[] drawn = new double[count];
        for (int i = 0; i < count; i++) {
            independent[i] = random.nextGaussian();
            for (int j = 0; j <= i; j++) {
                drawn[i] += root[i][j] * independent[j];
            }
        }
        return drawn;
    }
}
