package io.straggler.cli.sweep;

import io.straggler.cli.option.OptionTexts;
import io.straggler.cli.option.RateOptions;
import io.straggler.cli.option.UsageException;
import io.straggler.rates.RateSteps;
import io.straggler.rates.RoundOrder;
import java.util.Arrays;
import java.util.List;

/**
 * Which rates are measured, how often, and in which order. Pure.
 *
 * @param rates growing
 * @param rounds in each of which every rate has one JVM
 * @param seed of the order
 */
record SweepPlan(RateSteps rates, int rounds, long seed) {
    private static final int MAX_ROUNDS = 100;

    SweepPlan {
        if (rounds < 1 || rounds > MAX_ROUNDS) {
            throw new UsageException("--rounds=" + rounds + ": must be from 1 to " + MAX_ROUNDS);
        }
    }

    /** The rates of a round, in the order in which they are measured. */
    List<Double> order(int round) {
        return Arrays.stream(RoundOrder.of(rates.perSecond().size(), round, seed))
                .mapToObj(rates.perSecond()::get)
                .toList();
    }

    /**
     * How long warming up and measuring take.
     *
     * @param options of the JVMs at a rate
     */
    long expectedNs(RateOptions options) {
        return rounds
                * rates.perSecond().stream()
                        .mapToLong(rate -> OptionTexts.parse(options.at(rate)).expectedNs())
                        .sum();
    }

    int jvms() {
        return rounds * rates.perSecond().size();
    }
}
