package io.straggler.harness.schedule;

import io.straggler.model.RunId;
import io.straggler.model.text.OptionException;
import io.straggler.model.text.Rates;

/**
 * {@code burst} iterations at once (a nanosecond apart, to keep their tags apart), {@code perSecond} of them in the mean.
 *
 * @param seed of the phases at which runs begin
 */
public record Bursts(double perSecond, int burst, long seed) implements Schedule {
    private static final int MAX_BURST = 1_000_000;

    public Bursts {
        if (burst < 1 || burst > MAX_BURST) {
            throw new OptionException("burst", "must be from 1 to 1,000,000", "burst=" + burst);
        }
        // A burst lasts burst - 1 ns and must be over before the next one.
        if (burst > 1 && burst * 1e9 / perSecond < burst) {
            throw new OptionException("burst", "must end before the next one begins", "burst=" + burst);
        }
        Rate.require(perSecond);
    }

    private double periodNs() {
        return burst * 1e9 / perSecond;
    }

    @Override
    public Instants instants() {
        return new Members(periodNs(), burst);
    }

    @Override
    public long originNs(long earliestNs, RunId run) {
        return StartPhase.inPhase(periodNs(), seed).originNs(earliestNs, run);
    }

    /** Each member of a burst takes its share of the time until the next one, though all come at the beginning of that. */
    @Override
    public double lengthNs(long offsetNs) {
        double distanceNs = 1e9 / perSecond;
        if (burst == 1) {
            return offsetNs + distanceNs;
        }
        double periodNs = burst * distanceNs;
        double beganNs = Math.floor((offsetNs + 1) / periodNs) * periodNs;
        return beganNs + (offsetNs - Math.floor(beganNs) + 1) * distanceNs;
    }

    @Override
    public String toString() {
        return "bursts of " + burst + " " + Rates.format(perSecond);
    }

    private static final class Members implements Instants {
        private final double burstPeriodNs;
        private final int burst;
        private long k;
        private int member;

        Members(double burstPeriodNs, int burst) {
            this.burstPeriodNs = burstPeriodNs;
            this.burst = burst;
        }

        /** The first of each burst is exact to the nanosecond for 104 days: a double holds integers up to 2^53. */
        @Override
        public long nextOffsetNs() {
            long offsetNs = (long) (k * burstPeriodNs) + member;
            if (++member == burst) {
                member = 0;
                k++;
            }
            return offsetNs;
        }
    }
}
