package io.straggler.diagnosis.statistics;

import io.straggler.diagnosis.statistics.math.StudentT;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Many figures of the same two samples, looked at together: one of them is out of the ordinary far more often than any given one.
 *
 * <p>How far chance takes the farthest of them is read off the resamples, in which all figures came from the same draw. So figures that go
 * together, as neighbouring percentiles do, cost less than as many independent ones would. P. Westfall and S. Young, Resampling-Based
 * Multiple Testing, 1993, the step-down procedure.
 */
final class Family {
    private static final double ALPHA = 0.05;

    private final List<Contrast> contrasts;

    Family(List<Contrast> contrasts) {
        this.contrasts = contrasts;
    }

    /** The chance that a single figure must stay below, so that with a probability of 95% none of them does for nothing. */
    double alpha() {
        return alpha(contrasts);
    }

    private static double alpha(List<Contrast> together) {
        if (together.size() < 2) {
            return ALPHA;
        }
        int resamples = together.get(0).deviations().length;
        double[] farthest = new double[resamples];
        for (Contrast contrast : together) {
            for (int r = 0; r < resamples; r++) {
                farthest[r] = Math.max(farthest[r], Math.abs(contrast.deviations()[r]));
            }
        }
        Arrays.sort(farthest);
        double chance = StudentT.normalChance(farthest[(int) Math.ceil((1 - ALPHA) * resamples) - 1]);
        // Within what is known without resampling: between all the same and Bonferroni.
        return Math.max(ALPHA / together.size(), Math.min(ALPHA, chance));
    }

    /** Those that are not chance: from the clearest on, each among those that are left. */
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
