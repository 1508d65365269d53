package io.straggler.harness.schedule;

import io.straggler.model.text.Rates;
import java.util.SplittableRandom;

/**
 * Exponential gaps with mean {@code 1 / perSecond}: independent arrivals. No iteration has a phase, so a run begins at once.
 *
 * @param seed the same gaps for the same seed
 */
public record Poisson(double perSecond, long seed) implements Schedule {
    public Poisson {
        Rate.require(perSecond);
    }

    @Override
    public Instants instants() {
        return new Sums(1e9 / perSecond, seed);
    }

    @Override
    public String toString() {
        return "poisson " + Rates.format(perSecond) + " seed " + seed;
    }

    /** Sums unit exponentials and multiplies the sum by the mean gap, so that rounding does not accumulate. */
    private static final class Sums implements Instants {
        private final double periodNs;
        private final SplittableRandom random;
        private double unitGaps;
        private long lastNs = -1;

        Sums(double periodNs, long seed) {
            this.periodNs = periodNs;
            this.random = new SplittableRandom(seed);
        }

        @Override
        public long nextOffsetNs() {
            unitGaps -= Math.log1p(-random.nextDouble());
            lastNs = Math.max(lastNs + 1, (long) (unitGaps * periodNs));
            return lastNs;
        }
    }
}
