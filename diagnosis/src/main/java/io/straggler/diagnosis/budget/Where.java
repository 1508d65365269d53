package io.straggler.diagnosis.budget;

import io.straggler.model.Place;

/**
 * Who or where, within a cause: a collector, a lock and its owner, a file, a line of code.
 *
 * @param place of it; from the measured program in part, so to be escaped
 * @param ns what it took
 * @param count of the events or stacks that say so
 */
public record Where(Place place, long ns, long count) {}
