package io.straggler.model;

/**
 * A time in which somebody had a core.
 *
 * @param by who had it
 */
public record CoreHold(long fromNs, long toNs, CoreUser by) {}
