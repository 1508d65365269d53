package io.straggler.harness;

import io.straggler.model.RunId;
import io.straggler.model.text.OptionException;
import io.straggler.model.text.Rates;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * When iterations are meant to start: a pure sequence of offsets from the start of a run, free of clocks.
 *
 * <p>Offsets never depend on what happened before, so a stall cannot shift the schedule. Offset k is computed by multiplication,
 * so it does not drift. Offsets grow strictly, by at least a nanosecond, so that each is a tag of its own.
 *
 * <p>Immutable; every {@link #instants()} starts over and is for one thread.
 */
public final class Schedule {
    private final Shape shape;
    private final double perSecond;
    private final String name;
    private final String detail;
    private final int burst;
    private final Beginning beginning;
    private final Supplier<Instants> instants;

    private Schedule(
            Shape shape,
            double perSecond,
            String name,
            String detail,
            int burst,
            Beginning beginning,
            Supplier<Instants> instants) {
        if (!(perSecond > 0 && perSecond <= 1e9)) {
            throw new OptionException(
                    "rate", "must be above zero and at most one per nanosecond", "perSecond=" + perSecond);
        }
        this.shape = shape;
        this.perSecond = perSecond;
        this.name = name;
        this.detail = detail;
        this.burst = burst;
        this.beginning = beginning;
        this.instants = instants;
    }

    /** How arrivals are spread. */
    public enum Shape {
        UNIFORM,
        POISSON,
        BURSTS,
        /** As somebody else's code says. */
        OWN
    }

    /** One iteration every {@code 1 / perSecond}, with the phases of seed 1. */
    public static Schedule uniform(double perSecond) {
        return uniform(perSecond, 1);
    }

    /**
     * One iteration every {@code 1 / perSecond}.
     *
     * @param seed of the phases at which runs begin: the same ones for the same seed
     */
    public static Schedule uniform(double perSecond, long seed) {
        double periodNs = 1e9 / perSecond;
        return new Schedule(
                Shape.UNIFORM,
                perSecond,
                "uniform",
                "",
                1,
                Beginning.inPhase(periodNs, seed),
                () -> new Uniform(periodNs));
    }

    /** Exponential gaps with mean {@code 1 / perSecond}: the same ones for the same seed. */
    public static Schedule poisson(double perSecond, long seed) {
        return new Schedule(
                Shape.POISSON,
                perSecond,
                "poisson",
                " seed " + seed,
                1,
                Beginning.AT_ONCE,
                () -> new Poisson(1e9 / perSecond, seed));
    }

    /** As {@link #bursts(double, int, long)}, with the phases of seed 1. */
    public static Schedule bursts(double perSecond, int burst) {
        return bursts(perSecond, burst, 1);
    }

    /**
     * {@code burst} iterations at once (a nanosecond apart, to keep their tags apart), {@code perSecond} of them in the mean.
     *
     * @param seed of the phases at which runs begin: the same ones for the same seed
     */
    public static Schedule bursts(double perSecond, int burst, long seed) {
        if (burst < 1 || burst > 1_000_000) {
            throw new OptionException("burst", "must be from 1 to 1,000,000", "burst=" + burst);
        }
        // A burst lasts burst - 1 ns and must be over before the next one.
        if (burst > 1 && burst * 1e9 / perSecond < burst) {
            throw new OptionException("burst", "must end before the next one begins", "burst=" + burst);
        }
        double periodNs = burst * 1e9 / perSecond;
        return new Schedule(
                Shape.BURSTS,
                perSecond,
                "bursts of " + burst,
                "",
                burst,
                Beginning.inPhase(periodNs, seed),
                () -> new Bursts(periodNs, burst));
    }

    /**
     * Instants that somebody else computes.
     *
     * @param name what to call their shape
     * @param perSecond the rate that they come to in the mean
     * @param instants asked once per run for the sequence, whose offsets must grow by at least a nanosecond each
     */
    public static Schedule own(String name, double perSecond, Supplier<Instants> instants) {
        return new Schedule(Shape.OWN, perSecond, name, "", 1, Beginning.AT_ONCE, instants);
    }

    /**
     * The same instants of somebody else, all nearer to each other or further apart.
     *
     * @param otherPerSecond the rate that they then come to in the mean
     * @throws IllegalStateException unless the shape is {@link Shape#OWN}
     */
    public Schedule scaledTo(double otherPerSecond) {
        if (shape != Shape.OWN) {
            throw new IllegalStateException("schedule must be somebody's own to be scaled: schedule=" + this);
        }
        double factor = perSecond / otherPerSecond;
        return own(name, otherPerSecond, () -> new Scaled(instants.get(), factor));
    }

    /** The first instant from {@code earliestNs} on, of the clock, at which a run may have its offset zero. */
    long originNs(long earliestNs, RunId run) {
        return beginning.originNs(earliestNs, run);
    }

    /**
     * How long it takes up to an instant and the mean distance behind it. Of a burst, each member takes its share of the time until the
     * next one, though all come at the beginning of that.
     *
     * @param offsetNs the offset of the instant
     */
    double lengthNs(long offsetNs) {
        double distanceNs = 1e9 / perSecond;
        if (burst == 1) {
            return offsetNs + distanceNs;
        }
        double periodNs = burst * distanceNs;
        double beganNs = Math.floor((offsetNs + 1) / periodNs) * periodNs;
        return beganNs + (offsetNs - Math.floor(beganNs) + 1) * distanceNs;
    }

    /** The sequence from its beginning. */
    public Instants instants() {
        return instants.get();
    }

    public Shape shape() {
        return shape;
    }

    /** The mean rate. */
    public double perSecond() {
        return perSecond;
    }

    /** As people read it: {@code uniform 100,000/s}. */
    @Override
    public String toString() {
        return name + " " + Rates.format(perSecond) + detail;
    }

    /** The offsets of one run, in order. Allocates nothing; for one thread. */
    @FunctionalInterface
    public interface Instants {
        /** Nanoseconds from the start of the run to the next intended start. */
        long nextOffsetNs();
    }

    private static final class Uniform implements Instants {
        private final double periodNs;
        private long k;

        Uniform(double periodNs) {
            this.periodNs = periodNs;
        }

        /** Exact to the nanosecond for 104 days: a double holds integers up to 2^53. */
        @Override
        public long nextOffsetNs() {
            return (long) (k++ * periodNs);
        }
    }

    private static final class Bursts implements Instants {
        private final double burstPeriodNs;
        private final int burst;
        private long k;
        private int member;

        Bursts(double burstPeriodNs, int burst) {
            this.burstPeriodNs = burstPeriodNs;
            this.burst = burst;
        }

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

    private static final class Scaled implements Instants {
        private final Instants instants;
        private final double factor;
        private long lastNs = -1;

        Scaled(Instants instants, double factor) {
            this.instants = instants;
            this.factor = factor;
        }

        @Override
        public long nextOffsetNs() {
            lastNs = Math.max(lastNs + 1, (long) (instants.nextOffsetNs() * factor));
            return lastNs;
        }
    }

    /** Sums unit exponentials and multiplies the sum by the mean gap, so that rounding does not accumulate. */
    private static final class Poisson implements Instants {
        private final double periodNs;
        private final SplittableRandom random;
        private double unitGaps;
        private long lastNs = -1;

        Poisson(double periodNs, long seed) {
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
