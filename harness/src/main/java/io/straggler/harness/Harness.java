package io.straggler.harness;

/** Services of the harness for the task that it runs. */
public interface Harness {
    /**
     * A probe with this name; the same one for the same name. Call it in {@link Task#setUp} or later, from any thread.
     *
     * @param name shown in tables and files; must not be empty or contain white space, a comma or a quote
     */
    Probe probe(String name);

    /** Adds a thread of a pipeline to those whose stacks are captured when an iteration is late. From any thread. */
    void watch(Thread thread);

    /**
     * The calling thread begins to work on the iteration with this tag, for an {@link AsyncTask}, until it closes what this returns:
     *
     * <pre>{@code
     * try (Stage stage = harness.enter(tag)) {
     *     price(order);
     * }
     * }</pre>
     *
     * <p>So an outlier's time is divided by what is known, instead of by where threads wait for work. From any thread, as often as you like; allocates and locks
     * nothing but when a platform thread does it for the first time, which also {@linkplain #watch watches} that thread. Of a virtual thread the JVM is asked for
     * stacks while it works on a late iteration. A tag that is unknown changes nothing.
     *
     * <p>By default, nothing is recorded: so is a harness that a task's own test is made of.
     */
    default Stage enter(long intendedNs) {
        return Stage.NONE;
    }

    /**
     * Completes the iteration with this tag, for an {@link AsyncTask}. From any thread; allocates and locks nothing.
     *
     * <p>A tag that is unknown or already complete is counted and reported, and changes nothing else.
     */
    void complete(long intendedNs);

    /**
     * Gives up the iteration with this tag, for an {@link AsyncTask}: its result is lost and nobody waits for it. It is counted as
     * not completed, and percentiles have it with the time until now. From any thread; allocates and locks nothing. A tag that is unknown or already
     * complete changes nothing.
     */
    void abandon(long intendedNs);
}
