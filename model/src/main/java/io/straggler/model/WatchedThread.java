package io.straggler.model;

/**
 * A thread whose stacks are captured.
 *
 * @param name its Java name
 * @param javaThreadId {@link Thread#getId()}
 * @param osThreadId the operating system's id of it, as in {@code /proc/self/task}
 * @param role what it has to do with iterations
 */
public record WatchedThread(String name, long javaThreadId, long osThreadId, ThreadRole role) {}
