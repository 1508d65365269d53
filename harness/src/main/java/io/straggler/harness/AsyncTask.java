package io.straggler.harness;

/**
 * A task of which an iteration is not complete when {@link #run} returns, but when somebody, on any thread, calls
 * {@link Harness#complete(long)} with the tag that travelled with the work.
 *
 * <p>Several iterations may be in flight; they may complete in any order, also before {@code run} returns.
 */
@FunctionalInterface
public interface AsyncTask extends Task {}
