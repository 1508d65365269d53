package io.straggler.harness.schedule;

import io.straggler.model.RunId;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Instants at which iterations are meant to start: a pure sequence of offsets from the start of a run, free of clocks.
 *
 * <p>Offsets never depend on what happened before, so a stall cannot shift the schedule. Offset k is computed by
 * multiplication, or another formula of k, so it does not drift. Offsets grow strictly, by at least a nanosecond, so that each is
 * a tag of its own.
 *
 * <p>Immutable; every {@link #instants()} starts over and is for one thread. Instants that a program computes itself come in as
 * {@link Own}.
 */
public sealed interface Schedule permits Bursts, Own, Poisson, Ramp, Uniform {
    /** One iteration every {@code 1 / perSecond}, with the phases of seed 1. */
    static Schedule uniform(double perSecond) {
        return uniform(perSecond, 1);
    }

    /**
     * One iteration every {@code 1 / perSecond}.
     *
     * @param seed of the phases at which runs begin: the same ones for the same seed
     */
    static Schedule uniform(double perSecond, long seed) {
        return new Uniform(perSecond, seed);
    }

    /** Exponential gaps with mean {@code 1 / perSecond}: the same ones for the same seed. */
    static Schedule poisson(double perSecond, long seed) {
        return new Poisson(perSecond, seed);
    }

    /** Bursts as {@link #bursts(double, int, long)} makes them, with the phases of seed 1. */
    static Schedule bursts(double perSecond, int burst) {
        return bursts(perSecond, burst, 1);
    }

    /**
     * {@code burst} iterations at once (a nanosecond apart, to keep their tags apart), {@code perSecond} of them in the mean.
     *
     * @param seed of the phases at which runs begin: the same ones for the same seed
     */
    static Schedule bursts(double perSecond, int burst, long seed) {
        return new Bursts(perSecond, burst, seed);
    }

    /**
     * A rate that grows or falls linearly.
     *
     * @param length how long it changes; afterwards it stays at {@code toPerSecond}
     */
    static Schedule ramp(double fromPerSecond, double toPerSecond, Duration length) {
        return new Ramp(fromPerSecond, toPerSecond, length.toNanos());
    }

    /**
     * Instants that somebody else computes.
     *
     * @param name what to call their shape
     * @param perSecond the rate that they come to in the mean
     * @param instants asked once per run for the sequence, whose offsets must grow by at least a nanosecond each
     */
    static Own own(String name, double perSecond, Supplier<Instants> instants) {
        return new Own(name, perSecond, instants);
    }

    /** The sequence from its beginning. */
    Instants instants();

    /** The mean rate. */
    double perSecond();

    /** The highest rate that it has for some time. Iterations that are due at once count as spread until the next ones. */
    default double highestPerSecond() {
        return perSecond();
    }

    /** How a warm-up is paced before a run that is paced like this. */
    default Schedule warmUp() {
        return this;
    }

    /** The first instant from {@code earliestNs} on, of the clock, at which a run may have its offset zero. */
    default long originNs(long earliestNs, RunId run) {
        return earliestNs;
    }

    /**
     * How long it takes up to an instant and the mean distance behind it.
     *
     * @param offsetNs the offset of the instant
     */
    default double lengthNs(long offsetNs) {
        return offsetNs + 1e9 / perSecond();
    }

    /** Name and rate for people: {@code uniform 100,000/s}. */
    @Override
    String toString();

    /** The offsets of one run, in order. Allocates nothing; for one thread. */
    @FunctionalInterface
    interface Instants {
        /** Nanoseconds from the start of the run to the next intended start. */
        long nextOffsetNs();
    }
}
