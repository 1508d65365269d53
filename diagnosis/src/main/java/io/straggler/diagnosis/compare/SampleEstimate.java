package io.straggler.diagnosis.compare;

import java.util.Optional;

/**
 * What one figure of one sample is.
 *
 * @param figure what was estimated
 * @param estimate with its interval of 95%; empty when it is not measurable
 * @param basis what the interval rests on
 * @param note why it is not measurable; or empty
 */
public record SampleEstimate(Figure figure, Optional<Estimate> estimate, Basis basis, String note) {
    /** Estimates. The same arguments always give the same result. */
    public static SampleEstimate of(Side side, Figure figure, long seed) {
        throw new UnsupportedOperationException();
    }
}
