package io.straggler.agent.hook;

/**
 * Where calls of instrumented methods arrive. It throws nothing, and does nothing while nobody observes.
 *
 * <p>Threads: any.
 */
public final class CallHook {
    private static volatile Observer observer;

    private CallHook() {}

    /** Who is told of calls. It must not throw. */
    public abstract static class Observer {
        /** For whoever observes. */
        protected Observer() {}

        /**
         * A call begins on the calling thread.
         *
         * @return when it began, on the clock of {@link System#nanoTime}; 0 if it does not count
         */
        protected abstract long begin();

        /**
         * A call ends on the calling thread, by returning or by an exception.
         *
         * @param method the number that the method was instrumented with
         * @param startNs what {@link #begin} returned for it, or another observer's
         */
        protected abstract void end(int method, long startNs);
    }

    /** From now on calls are told to it; null for nobody. */
    public static void observe(Observer to) {
        observer = to;
    }

    /** Called first by an instrumented method. */
    public static long enter() {
        Observer told = observer;
        return told == null ? 0 : told.begin();
    }

    /** Called last by an instrumented method, with what {@link #enter} returned. */
    public static void exit(int method, long startNs) {
        Observer told = observer;
        if (startNs != 0 && told != null) {
            told.end(method, startNs);
        }
    }
}
