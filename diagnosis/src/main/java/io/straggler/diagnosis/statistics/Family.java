package io.straggler.diagnosis.statistics;

import io.straggler.diagnosis.statistics.math.StudentT;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Several metrics of the same two samples, tested together. By chance alone, one of many metrics differs far more often than any given one
 * does.
 *
 * <p>With few units nothing is assumed of the correlations between metrics, because few units do not show them: S. Holm, A Simple
 * Sequentially Rejective Multiple Test Procedure, 1979. From {@value #UNITS_FOR_CORRELATIONS} units on, the correlations are computed from
 * the resamples, in which all metrics come from the same draw, and are made somewhat weaker. A simulation with as many units then shows how
 * far chance takes the farthest metric. It divides each metric by a standard error of its own, as is done with the measured metrics. So
 * correlated metrics, such as neighbouring percentiles, cost less than as many independent ones: P. Westfall and S. Young, Resampling-Based
 * Multiple Testing, 1993, the step-down procedure. {@code FamilyTest} simulates how often either procedure finds a difference where there
 * is none.
 */
final class Family {
    private static final int UNITS_FOR_CORRELATIONS = 8;

    /** Number of units from which on standard errors are as good as known. */
    private static final int MANY_UNITS = 60;

    private static final int DRAWS = 4_000;
    private static final long SEED = 1_993;

    private final List<Contrast> contrasts;
    private final double level;

    /** @param pairing of the design, on which depends how many comparisons may have a verdict in which nothing differs */
    Family(List<Contrast> contrasts, Pairing pairing) {
        this.contrasts = contrasts;
        this.level = pairing.level();
    }

    /** The chance that a single metric must stay below, so that none of them does for nothing more often than the level says. */
    double alpha() {
        return alpha(contrasts);
    }

    private double alpha(List<Contrast> together) {
        if (together.size() < 2) {
            return level;
        }
        double degreesOfFreedom =
                together.stream().mapToDouble(Contrast::degreesOfFreedom).max().getAsDouble();
        if (degreesOfFreedom + 1 < UNITS_FOR_CORRELATIONS) {
            return level / together.size();
        }
        double[] farthest = farthest(together, degreesOfFreedom);
        Arrays.sort(farthest);
        double chance = StudentT.chance(farthest[(int) Math.ceil((1 - level) * DRAWS) - 1], degreesOfFreedom);
        // Within what is known without simulation: between all the same and Bonferroni.
        return Math.max(level / together.size(), Math.min(level, chance));
    }

    /** How many standard errors the farthest metric is away, in samples in which nothing differs. */
    private static double[] farthest(List<Contrast> together, double degreesOfFreedom) {
        double[][] mixing = Correlations.root(Correlations.of(together, 2 / (degreesOfFreedom + 1)));
        SplittableRandom random = new SplittableRandom(SEED);
        int units = (int) Math.round(degreesOfFreedom) + 1;
        double[] farthest = new double[DRAWS];
        for (int draw = 0; draw < DRAWS; draw++) {
            farthest[draw] = units > MANY_UNITS ? farthestMean(mixing, random) : farthest(mixing, units, random);
        }
        return farthest;
    }

    private static double farthestMean(double[][] mixing, SplittableRandom random) {
        double farthest = 0;
        for (double mean : Correlations.draw(mixing, random)) {
            farthest = Math.max(farthest, Math.abs(mean));
        }
        return farthest;
    }

    private static double farthest(double[][] mixing, int units, SplittableRandom random) {
        double[] sums = new double[mixing.length];
        double[] squares = new double[mixing.length];
        for (int i = 0; i < units; i++) {
            double[] unit = Correlations.draw(mixing, random);
            for (int k = 0; k < unit.length; k++) {
                sums[k] += unit[k];
                squares[k] += unit[k] * unit[k];
            }
        }
        double farthest = 0;
        for (int k = 0; k < sums.length; k++) {
            double mean = sums[k] / units;
            double variance = (squares[k] - units * mean * mean) / (units - 1);
            farthest = Math.max(farthest, Math.abs(mean) / Math.sqrt(variance / units));
        }
        return farthest;
    }

    /** Returns the contrasts that are beyond chance: from the clearest on, each among those that are left. */
    List<Contrast> beyondChance() {
        List<Contrast> left = new ArrayList<>(contrasts);
        left.sort(Comparator.comparingDouble(Contrast::chance));
        List<Contrast> beyond = new ArrayList<>();
        while (!left.isEmpty() && left.get(0).chance() < alpha(left)) {
            beyond.add(left.remove(0));
        }
        return beyond;
    }
}
