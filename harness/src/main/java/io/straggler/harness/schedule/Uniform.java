package io.straggler.harness.schedule;

import io.straggler.model.RunId;
import io.straggler.model.text.Rates;

/**
 * One iteration every {@code 1 / perSecond}.
 *
 * @param seed of the phases at which runs begin
 */
public record Uniform(double perSecond, long seed) implements Schedule {
    public Uniform {
        Rate.require(perSecond);
    }

    private double periodNs() {
        return 1e9 / perSecond;
    }

    @Override
    public Instants instants() {
        return new Multiples(periodNs());
    }

    @Override
    public long originNs(long earliestNs, RunId run) {
        return StartPhase.inPhase(periodNs(), seed).originNs(earliestNs, run);
    }

    @Override
    public String toString() {
        return "uniform " + Rates.format(perSecond);
    }

    private static final class Multiples implements Instants {
        private final double periodNs;
        private long k;

        Multiples(double periodNs) {
            this.periodNs = periodNs;
        }

        /** Exact to the nanosecond for 104 days: a double holds integers up to 2^53. */
        @Override
        public long nextOffsetNs() {
            return (long) (k++ * periodNs);
        }
    }
}
