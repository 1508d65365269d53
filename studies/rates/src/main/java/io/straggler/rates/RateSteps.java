package io.straggler.rates;

import io.straggler.model.text.OptionException;
import io.straggler.model.text.Rates;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The rates of a sweep.
 *
 * @param perSecond iterations per second, growing, two or more
 */
public record RateSteps(List<Double> perSecond) {
    /** Name of the number of rates in a refusal. */
    public static final String STEPS = "steps";

    public static final int USUAL = 12;
    public static final int MOST = 100;

    public RateSteps {
        perSecond = List.copyOf(perSecond);
        if (perSecond.size() < 2 || perSecond.size() > MOST) {
            throw new OptionException("rates", "must be from 2 to " + MOST, "rates=" + perSecond.size());
        }
        for (int i = 0; i < perSecond.size(); i++) {
            Rates.requireInRange(perSecond.get(i));
            if (i > 0 && perSecond.get(i - 1) >= perSecond.get(i)) {
                throw new IllegalArgumentException("rates must grow: " + Rates.format(perSecond.get(i - 1))
                        + " stands before " + Rates.format(perSecond.get(i)));
            }
        }
    }

    /**
     * Understands a range, {@code 10k..2M}, or a list, {@code 10k,20k,50k}.
     *
     * @param steps of a range, both ends included; {@value #USUAL} if not given
     * @throws IllegalArgumentException saying what is wrong, and the form
     */
    public static RateSteps parse(String text, OptionalInt steps) {
        if (text.contains(RateRange.TO)) {
            return geometric(RateRange.parse(text), steps.orElse(USUAL));
        }
        if (steps.isPresent()) {
            throw new OptionException(
                    STEPS, "steps are of a range, such as 10k..2M; a list has as many as it has: rates=" + text);
        }
        if (!text.contains(",")) {
            throw new OptionException(
                    "rates",
                    "must be a range or a list, such as 10k..2M or 10k,20k,50k",
                    "rates=" + text + ". To measure at one rate, there is straggler run.");
        }
        return new RateSteps(
                Arrays.stream(text.split(",", -1)).map(Rates::parsePerSecond).toList());
    }

    /** Rates that each are about as many times the one before, both ends included. */
    static RateSteps geometric(RateRange range, int steps) {
        if (steps < 2 || steps > MOST) {
            throw new OptionException(STEPS, "must be from 2 to " + MOST, "steps=" + steps);
        }
        double ratio = Math.pow(1 + range.width(), 1.0 / (steps - 1));
        // Rates are rounded to four digits.
        if (ratio < 1.001) {
            throw new OptionException(
                    STEPS,
                    "must be at least 0.1% apart",
                    "steps=" + steps + " from " + Rates.format(range.lowPerSecond()) + " to "
                            + Rates.format(range.highPerSecond()));
        }
        return new RateSteps(IntStream.range(0, steps)
                .mapToObj(step -> range.between((double) step / (steps - 1)))
                .toList());
    }
}
