package io.straggler.cli.capacity;

import io.straggler.cli.option.OptionTexts;
import io.straggler.cli.option.RateOptions;
import io.straggler.cli.option.UsageException;
import io.straggler.model.text.Durations;
import io.straggler.model.text.OptionException;
import io.straggler.model.text.Rates;
import io.straggler.rates.Objectives;
import io.straggler.rates.RateRange;
import io.straggler.rates.RateSearch;

/**
 * Plan of the search for the highest sustained rate. Pure.
 *
 * @param objectives what has to hold
 * @param range where it is looked for
 * @param precision how wide the interval may be: 0.05 for 5%
 * @param confirmations runs at either end of the interval
 * @param maxNs after which no other JVM is started
 */
record CapacityPlan(Objectives objectives, RateRange range, double precision, int confirmations, long maxNs) {
    CapacityPlan {
        try {
            new RateSearch(range, precision, confirmations);
        } catch (OptionException e) {
            String option = e.option().equals(RateSearch.PRECISION) ? "precision" : "confirm";
            throw new UsageException("--" + option + ": " + e.getMessage());
        }
    }

    RateSearch search() {
        return new RateSearch(range, precision, confirmations);
    }

    /** Runs that the confirmation alone takes. */
    int confirming() {
        return 2 * confirmations;
    }

    /** Refuses what cannot be done in time: at the lowest rate, a run is the longest. */
    void requireTime(RateOptions options) {
        long runNs = OptionTexts.parse(options.at(range.lowPerSecond())).expectedNs();
        if (runNs * (confirming() + 3) > maxNs) {
            throw new UsageException("--max-duration=" + Durations.format(maxNs) + ": must leave time for "
                    + (confirming() + 3) + " runs of "
                    + Durations.format(runNs) + ", which is what "
                    + objectives.words() + " takes at " + Rates.format(range.lowPerSecond())
                    + ". Allow more time, look from a higher rate on, or give a shorter --duration or --warmup.");
        }
    }
}
