package io.straggler.model;

/**
 * A thread whose stacks are captured.
 *
 * @param name its Java name
 * @param javaThreadId {@link Thread#getId()}
 * @param osThreadId the operating system's id of it, as in {@code /proc/self/task}; of a virtual thread, which the system does not know, its Java id below zero
 * @param role what it has to do with iterations
 */
public record WatchedThread(String name, long javaThreadId, long osThreadId, ThreadRole role) {
    /** Name shown for virtual threads that have no name, or whose name was not recorded. */
    public static final String VIRTUAL = "virtual";

    /** Whether it is a virtual thread, which does one thing and ends. */
    public boolean virtual() {
        return osThreadId < 0;
    }
}
