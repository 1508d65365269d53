package io.straggler.harness.schedule;

import io.straggler.model.text.Rates;
import java.util.function.Supplier;

/**
 * Instants that somebody else computes. A run begins at once: their phases are theirs.
 *
 * @param name what to call their shape
 * @param perSecond the rate that they come to in the mean
 * @param sequence asked once per run for the sequence, whose offsets must grow by at least a nanosecond each
 */
public record Own(String name, double perSecond, Supplier<Instants> sequence) implements Schedule {
    public Own {
        Rate.require(perSecond);
    }

    @Override
    public Instants instants() {
        return sequence.get();
    }

    /**
     * A schedule with these instants, all nearer to each other or further apart.
     *
     * @param otherPerSecond the rate that they then come to in the mean
     */
    public Own scaledTo(double otherPerSecond) {
        double factor = perSecond / otherPerSecond;
        return new Own(name, otherPerSecond, () -> new Scaled(sequence.get(), factor));
    }

    @Override
    public String toString() {
        return name + " " + Rates.format(perSecond);
    }
}
