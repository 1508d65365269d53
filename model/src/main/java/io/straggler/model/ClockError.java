package io.straggler.model;

/**
 * How well a recording's own clock could be mapped to the {@link NanoClock}.
 *
 * @param pairs how many paired readings there were
 * @param medianNs half the width of the median pair: the typical error of a mapped instant
 * @param maxNs the worst distance of a pair from the mapping that its neighbours give
 */
public record ClockError(int pairs, long medianNs, long maxNs) {}
