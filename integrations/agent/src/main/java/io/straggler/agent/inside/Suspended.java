package io.straggler.agent.inside;

import org.jspecify.annotations.Nullable;

/**
 * A call of a suspended function of Kotlin, as its {@linkplain Completions completion} knows it.
 *
 * <p>Only the completion refers to it: so it is forgotten with the coroutine.
 *
 * <p>Threads: any.
 */
final class Suspended {
    private final OpenCalls of;
    private volatile @Nullable OpenCall call;
    private volatile boolean resumed;

    /** @param of the calls among which it is */
    Suspended(OpenCalls of) {
        this.of = of;
    }

    /** The method of the call begins. */
    void begins(OpenCall begun) {
        call = begun;
    }

    /** The function is complete. */
    void resume() {
        resumed = true;
    }

    boolean resumed() {
        return resumed;
    }

    /** The call, if it is among these; null otherwise, and before it began. */
    @Nullable
    OpenCall callAmong(OpenCalls calls) {
        return of == calls ? call : null;
    }
}
