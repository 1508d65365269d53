package io.straggler.model;

/**
 * A time in which a thread had no core, as the kernel recorded the switches.
 *
 * @param fromNs when the thread left its core
 * @param toNs when it was back on one
 * @param preempted whether it could have gone on; otherwise it waited for something, and then perhaps for a core
 */
public record OffCoreInterval(long fromNs, long toNs, boolean preempted) {}
