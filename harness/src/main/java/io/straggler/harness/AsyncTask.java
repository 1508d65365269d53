package io.straggler.harness;

/**
 * Task whose iterations complete not when {@link #run} returns, but when some thread calls {@link
 * Harness#complete(long)} with the tag that travelled with the work.
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
