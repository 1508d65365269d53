package io.straggler.model;

/**
 * A time in which a thread of the system carried a virtual thread: its stacks then are the virtual thread's.
 *
 * @param virtualId the virtual thread, by its Java id below zero
 * @param osThreadId its carrier
 * @param fromNs when it was first seen there
 * @param toNs when it was last seen there
 */
public record Carriage(long virtualId, long osThreadId, long fromNs, long toNs) {}
