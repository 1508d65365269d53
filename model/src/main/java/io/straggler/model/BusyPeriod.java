package io.straggler.model;

import java.util.List;

/**
 * From an iteration that found no queue to the last before the next that finds none. Only periods with an outlier are kept.
 *
 * @param iterations in order of intended start; the first ones when {@code omitted} is not zero
 * @param omitted iterations at the end that were counted but not kept, because the period was too long
 */
public record BusyPeriod(List<Iteration> iterations, long omitted) {
    public BusyPeriod {
        iterations = List.copyOf(iterations);
    }
}
