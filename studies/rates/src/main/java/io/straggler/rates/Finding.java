package io.straggler.rates;

import io.straggler.rates.result.Capacity.Estimate;
import io.straggler.rates.result.Capacity.Tried;
import java.util.Optional;

/**
 * Result of a search for the highest sustained rate.
 *
 * @param estimate of it; empty while all that was tried holds, or nothing does
 * @param found the end of its interval that is sustained, or the highest rate that held; empty if none did
 * @param above the end of its interval that is not sustained, or the lowest rate that failed; empty if none did
 * @param confirmed whether the ends were confirmed, and the estimate still lies between them
 */
public record Finding(Optional<Estimate> estimate, Optional<Tried> found, Optional<Tried> above, boolean confirmed) {}
