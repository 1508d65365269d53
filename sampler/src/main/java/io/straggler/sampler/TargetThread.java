package io.straggler.sampler;

import io.straggler.model.WatchedThread;

/**
 * A thread whose stacks are captured, with what the sampler needs at hand.
 *
 * @param identity its names and ids
 * @param thread the thread itself
 * @param reading the operating system's account of it, or null where there is none
 */
record TargetThread(WatchedThread identity, Thread thread, ThreadReading reading) {}
