package io.straggler.model;

/**
 * Receiver of the events of a harness.
 *
 * <p>Threads: methods say on which thread they are called; the pacing thread calls none between an iteration's intended start
 * and its end. An implementation may allocate, lock and do I/O, except where it says otherwise.
 */
public interface RunListener {
    /** Hears everything and does nothing. */
    RunListener NONE = new RunListener() {};

    /** Called once on the pacing thread, before anything is paced: the place to learn the native thread's id. */
    default void pacingThreadStarted(ThreadRole role) {}

    /** Called on the pacing thread before each run and each warm-up is paced. */
    default void runStarting(RunId runId, Phase phase) {}

    /**
     * Called on the pacing thread once the warm-up is over.
     *
     * @param thresholdNs the latency from which on iterations are reported as outliers. The threshold that is chosen when the run is over may be
     *     higher
     * @param armDelayNs how late an iteration is when it is captured
     */
    default void thresholdSet(long thresholdNs, long armDelayNs) {}

    /** Called on the recorder thread: in order of intended start within a run, but for iterations of an asynchronous task. */
    default void outlier(Outlier outlier) {}

    /** Called on the recorder thread when a busy period that contained an outlier is over. */
    default void busyPeriod(BusyPeriod period) {}

    /** Called on the recorder thread, about once a second, with all latencies of a measured run that goes on. */
    default void progress(LatencySoFar latency) {}

    /** Called on the thread that calls {@code Harness.watch}: this thread's stacks shall be captured too. */
    default void threadWatched(Thread thread) {}

    /** Called once, on the first virtual thread that enters a stage: where the stages of all virtual threads are seen while they are open. */
    default void stagesOnVirtualThreads(OpenStages stages) {}

    /** Called on the pacing thread after each run and each warm-up, when every iteration has been reported. */
    default void runFinished(RunId runId, Phase phase) {}

    /** Called on a thread that is to watch one core for hiccups, before it does: the place to bind it. */
    default void jitterThreadStarted(int cpu) {}

    /** Called on that thread when it has woken up late, from when it was due until it ran. */
    default void hiccup(int cpu, long dueNs, long wokeNs) {}

    /** Whether a part of the schedule is measured or only warms up. */
    enum Phase {
        WARM_UP,
        MEASURED
    }
}
