package io.straggler.model;

/**
 * The end of a thread's wait for something: from then on it only waited for a core.
 *
 * @param by who ended it
 */
public record WakeUp(long atNs, CoreUser by) {}
