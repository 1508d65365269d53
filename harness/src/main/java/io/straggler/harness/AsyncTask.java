package io.straggler.harness;

/**
 * A task of which an iteration is not complete when {@link #run} returns, but when somebody, on any thread, calls
 * {@link Harness#complete(long)} with the tag that travelled with the work.
 *
 * <p>Several iterations may be in flight; they may complete in any order, also before {@code run} returns.
 */
@FunctionalInterface
public interface AsyncTask extends Task {
    /**
     * Called on the pacing thread, over and over, when all iterations of a run were started and some are still in flight: for a
     * task whose {@link #run} looks for the completion of earlier ones.
     */
    default void poll() throws Exception {}
}
