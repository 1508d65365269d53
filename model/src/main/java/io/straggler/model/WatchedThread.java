package io.straggler.model;

/**
 * A thread whose stacks are captured.
 *
 * @param name its Java name
 * @param javaThreadId {@link Thread#getId()}
 * @param osThreadId the operating system's id of it, as in {@code /proc/self/task}
 */
public record WatchedThread(String name, long javaThreadId, long osThreadId) {}
