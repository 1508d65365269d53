package io.straggler;

/** Threads that the JVM starts when it ends, which may begin at any time: then there is none to add, and none to take back. */
public final class ExitHooks {
    private ExitHooks() {}

    /** From any thread. */
    public static void add(Thread hook) {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending already.
        }
    }

    /** From any thread, also for one that was never added. */
    public static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It is running, or about to.
        }
    }
}
