package io.straggler.model.text;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Work that another thread does meanwhile, one of those that {@link CompletableFuture#supplyAsync(Supplier)} has.
 *
 * <p>Threads: any may start it, and any may ask for the result. What the work reads must not change until then.
 *
 * @param <T> what comes out
 */
public final class Background<T> {
    private final CompletableFuture<T> work;

    private Background(CompletableFuture<T> work) {
        this.work = work;
    }

    /** Starts it. */
    public static <T> Background<T> start(Supplier<T> work) {
        return new Background<>(CompletableFuture.supplyAsync(work));
    }

    /** Waits for what came out. What went wrong, such as too little memory, is thrown as if it had been here. */
    public T result() {
        try {
            return work.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
