package io.straggler.model;

import java.util.List;

/**
 * The end of a wait of a late iteration's thread, as the thread saw that ended it: it gave back what the other one waited for.
 *
 * @param timeNs when it did, by {@link System#nanoTime}
 * @param osThreadId the thread that waited
 * @param blocker identity hash code of what it waited for, such as a lock, a condition or a semaphore; 0 if it did not say
 * @param enderJavaId {@link Thread#getId()} of the one that ended the wait
 * @param enderOsThreadId the same one's number, if it runs iterations itself; 0 otherwise
 * @param ender its name, from the measured program, so to be escaped
 * @param methods what the one that ended the wait was in, {@code class.method}, the outermost first; empty if that is not known
 */
public record WaitEnd(
        long timeNs,
        long osThreadId,
        int blocker,
        long enderJavaId,
        long enderOsThreadId,
        String ender,
        List<String> methods) {
    public WaitEnd {
        methods = List.copyOf(methods);
    }
}
