package io.straggler.flamegraph.trace;

/**
 * One thing led to another.
 *
 * @param name of what led to it
 * @param from where it comes from
 * @param leavesNs an instant within that
 * @param to where it goes to; it arrives when that begins
 */
record Arrow(String name, Slice from, long leavesNs, Slice to) {}
