package io.straggler.diagnosis.statistics;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Values of one metric on both sides, and their difference.
 *
 * <p>The intervals are of 95% for this metric alone. The verdict takes into account how many metrics were looked at, so that an interval
 * may exclude zero and the verdict be {@link Verdict#NO_DETECTABLE_DIFFERENCE}: {@code note} then says why. Absolute and relative
 * interval exclude zero together.
 *
 * @param metric what was compared; absolute numbers are in its unit
 * @param a on the first side; absent when it cannot be measured there
 * @param b on the second side
 * @param absolute {@code b - a}; absent when it is not measurable
 * @param relative {@code (b - a) / a}, 0.1 for 10% more; absent when it is not measurable, or {@code a} is zero
 * @param detectable the smallest relative change, 0.1 for 10%, that would have got a verdict in 80% of such comparisons; absent when
 *     nothing is measurable
 * @param verdict in a word
 * @param note what else is to be said, in a sentence: why it is not measurable, why a difference is none; or empty
 */
public record Difference(
        Metric metric,
        OptionalDouble a,
        OptionalDouble b,
        Optional<Estimate> absolute,
        Optional<Estimate> relative,
        OptionalDouble detectable,
        Verdict verdict,
        String note) {}
