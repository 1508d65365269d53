package io.straggler.agent.inside;

import io.straggler.anyrecording.AgentStatus;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Questions after the status of a session, which its own thread answers once a second, when it has counted the calls.
 *
 * <p>Threads: {@link #ask} on any, one at a time; the others on the session's.
 */
final class StatusRequests {
    private static final long PATIENCE_S = 30;

    private final AtomicReference<@Nullable CompletableFuture<AgentStatus>> asked = new AtomicReference<>();

    /**
     * Waits for the answer.
     *
     * @param over whether the session is over
     * @throws AgentException if the session ends meanwhile, or does not answer within {@value #PATIENCE_S} s
     */
    AgentStatus ask(BooleanSupplier over) {
        CompletableFuture<AgentStatus> answer = new CompletableFuture<>();
        asked.set(answer);
        if (over.getAsBoolean()) {
            refuse();
        }
        try {
            return answer.get(PATIENCE_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AgentException("Nobody waits for the status any more.");
        } catch (ExecutionException e) {
            throw new AgentException("Straggler is not attached.");
        } catch (TimeoutException e) {
            throw new AgentException("Straggler is attached, and has had no core for " + PATIENCE_S + " s to answer.");
        }
    }

    /** Answers whoever asks. Costs one read if nobody does. */
    void answer(Supplier<AgentStatus> status) {
        if (asked.get() != null) {
            CompletableFuture<AgentStatus> answer = asked.getAndSet(null);
            if (answer != null) {
                answer.complete(status.get());
            }
        }
    }

    /** The session is over. */
    void refuse() {
        CompletableFuture<AgentStatus> answer = asked.getAndSet(null);
        if (answer != null) {
            answer.completeExceptionally(new AgentException("over"));
        }
    }
}
