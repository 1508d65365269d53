package io.straggler.agent.inside;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import net.bytebuddy.description.type.TypeDescription;
import org.jspecify.annotations.Nullable;

/** Results that are not there yet when a method returns them. */
final class Futures {
    private Futures() {}

    /** Whether a method that returns this type may return one. */
    static boolean mayBe(TypeDescription returned) {
        if (returned.isPrimitive() || returned.isArray()) {
            return false;
        }
        String name = returned.getName();
        if (name.equals(CompletionStage.class.getName())
                || name.equals(CompletableFuture.class.getName())
                || name.equals(Future.class.getName())) {
            return true;
        }
        try {
            return !returned.represents(Object.class)
                    && (returned.isAssignableTo(CompletionStage.class) || returned.isAssignableTo(FutureTask.class));
        } catch (RuntimeException | LinkageError e) {
            return false; // Its class file is not to be had.
        }
    }

    /** Whether the iteration of a call that returned this is over at a later time, which can be known. */
    static boolean mayEndLater(@Nullable Object returned) {
        if (returned instanceof CompletableFuture || returned instanceof FutureTask) {
            return !((Future<?>) returned).isDone();
        }
        return returned instanceof CompletionStage;
    }

    /** Tells of the end of one that {@link #mayEndLater}, where {@link HandOverAdvice} does not. */
    static void whenOver(Object future, Consumer<Object> over) {
        if (future instanceof CompletableFuture || future instanceof FutureTask) {
            if (((Future<?>) future).isDone()) {
                over.accept(future); // Before it was known that somebody waits for it.
            }
            return;
        }
        try {
            ((CompletionStage<?>) future).whenComplete((value, thrown) -> over.accept(future));
        } catch (RuntimeException e) {
            over.accept(future); // It does not say when.
        }
    }
}
