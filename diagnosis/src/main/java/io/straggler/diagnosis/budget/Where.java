package io.straggler.diagnosis.budget;

/**
 * Who or where, within a cause: a collector, a lock and its owner, a file, a line of code.
 *
 * @param what in words; it comes from the measured program in part, so it is to be escaped
 * @param ns what it took
 * @param count of the events or stacks that say so
 */
public record Where(String what, long ns, long count) {}
