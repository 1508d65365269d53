package io.straggler.harness.schedule;

import io.straggler.model.text.Durations;
import io.straggler.model.text.Rates;

/**
 * A rate that grows or falls linearly, from the first to the last, and then stays at the last.
 *
 * <p>With {@code r0} the first rate, {@code r1} the last one and {@code D} the length of the ramp, the iterations that are
 * due before {@code t} are the integral of the rate:
 *
 * <pre>
 *   n(t) = r0·t + (r1 − r0)·t² / (2·D)    for t ≤ D, so N = n(D) = (r0 + r1)·D / 2
 *   n(t) = N + r1·(t − D)                 for t ≥ D
 * </pre>
 *
 * Solved for {@code t}, iteration {@code n} is due at
 *
 * <pre>
 *   t(n) = 2·n / (r0 + √(r0² + 2·n·(r1 − r0)/D))    for n ≤ N
 *   t(n) = D + (n − N) / r1                         for n ≥ N
 * </pre>
 *
 * <p>The usual solution, {@code (−r0 + √…) · D / (r1 − r0)}, would subtract nearly equal numbers while the rate has hardly
 * changed, and divide by zero for equal rates.
 *
 * <p>Each instant follows from {@code n} alone, so nothing drifts. Where the rate grows, the error of {@code t(n)}, before the
 * fraction of a nanosecond is cut off, is below {@code 2^-50·t}: a nanosecond after 13 days. Where it falls, {@code √…} may be
 * the root of a small difference of large squares, and the error is below {@code 2^-50·n} times the distance to the next
 * iteration.
 *
 * <p>No iteration has a phase, because the distance changes all the time, so a run begins at once.
 *
 * @param fromPerSecond the first rate
 * @param toPerSecond the last rate
 * @param lengthNs how long the rate changes
 */
public record Ramp(double fromPerSecond, double toPerSecond, long lengthNs) implements Schedule {
    public Ramp {
        Rate.require("first rate", "fromPerSecond", fromPerSecond);
        Rate.require("last rate", "toPerSecond", toPerSecond);
        if (lengthNs <= 0) {
            throw new IllegalArgumentException("length must be above zero: lengthNs=" + lengthNs);
        }
    }

    @Override
    public Instants instants() {
        return new Solutions(curve());
    }

    private Curve curve() {
        return Curve.of(fromPerSecond, toPerSecond, lengthNs);
    }

    /** The mean while the rate changes. */
    @Override
    public double perSecond() {
        return (fromPerSecond + toPerSecond) / 2;
    }

    @Override
    public double highestPerSecond() {
        return Math.max(fromPerSecond, toPerSecond);
    }

    /** Evenly spread iterations at the first rate. */
    @Override
    public Schedule warmUp() {
        return Schedule.uniform(fromPerSecond);
    }

    /** Until the next instant. */
    @Override
    public double lengthNs(long offsetNs) {
        return instantNs(curve().count(offsetNs) + 1);
    }

    /** When iteration {@code n} is due, with a fraction of a nanosecond. */
    double instantNs(double n) {
        return curve().instantNs(n);
    }

    @Override
    public String toString() {
        return "ramp from " + Rates.format(fromPerSecond) + " to " + Rates.format(toPerSecond) + " in "
                + Durations.format(lengthNs);
    }

    /**
     * The formulas of the ramp.
     *
     * @param from the first rate, per second
     * @param to the last rate, per second
     * @param slope how fast the rate changes, per square second
     * @param total iterations that are due while it changes
     */
    private record Curve(double from, double to, double lengthNs, double slope, double total) {
        static Curve of(double from, double to, double lengthNs) {
            return new Curve(from, to, lengthNs, (to - from) * 1e9 / lengthNs, (from + to) / 2 * lengthNs / 1e9);
        }

        double instantNs(double n) {
            if (n >= total) {
                return lengthNs + (n - total) * 1e9 / to;
            }
            return 2e9 * n / (from + Math.sqrt(from * from + 2 * n * slope));
        }

        double count(double ns) {
            return ns >= lengthNs ? total + (ns - lengthNs) * to / 1e9 : ns / 1e9 * (from + slope * (ns / 1e9) / 2);
        }
    }

    private static final class Solutions implements Instants {
        private final Curve curve;
        private long n;
        private long lastNs = -1;

        Solutions(Curve curve) {
            this.curve = curve;
        }

        @Override
        public long nextOffsetNs() {
            // Where iterations are a nanosecond apart, two instants may be cut to the same one.
            lastNs = Math.max(lastNs + 1, (long) curve.instantNs(n++));
            return lastNs;
        }
    }
}
