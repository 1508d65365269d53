package io.straggler.sampler.stack;

import io.straggler.model.WatchedThread;

/**
 * A thread whose stacks are captured, with what the sampler needs at hand.
 *
 * @param identity its names and ids
 * @param thread the thread itself
 */
public record TargetThread(WatchedThread identity, Thread thread) {}
