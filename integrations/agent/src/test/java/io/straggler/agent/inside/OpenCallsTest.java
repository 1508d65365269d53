package io.straggler.agent.inside;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.agent.inside.OpenCalls.Handed;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OpenCallsTest {
    private final OpenCalls calls = new OpenCalls();

    private static Handed handed(OpenCall call) {
        return new Handed(call, null, 1, 1);
    }

    @Test
    void shouldKnowWhatWasHandedOverUntilItIsBegunWith() {
        OpenCall call = calls.begin(1, 10);
        Object task = new Object();
        calls.handedOver(task, handed(call));

        assertThat(calls.none()).isFalse();
        assertThat(calls.begun(new Object())).isNull();
        assertThat(calls.begun(task)).isNotNull().extracting(Handed::call).isEqualTo(call);
        assertThat(calls.begun(task)).isNull();
    }

    @Test
    void shouldFollowATaskOfTwoCallsForNeither() {
        OpenCall one = calls.begin(1, 10);
        OpenCall other = calls.begin(1, 11);
        Object task = new Object();
        calls.handedOver(task, handed(one));
        calls.handedOver(task, handed(one));
        assertThat(calls.notes()).isEmpty();
        calls.handedOver(task, handed(other));

        assertThat(calls.begun(task)).isNull();
        assertThat(calls.notes())
                .containsExactly(
                        "Hand-overs that were not followed, because the same object had been handed over for another call: 1.");
    }

    @Test
    void shouldFollowNoCallThatIsOver() {
        OpenCall call = calls.begin(1, 10);
        Object task = new Object();
        calls.handedOver(task, handed(call));

        assertThat(calls.end(call)).isTrue();
        assertThat(calls.end(call)).isFalse();
        assertThat(calls.begun(task)).isNull();
        assertThat(calls.none()).isTrue();
    }

    @Test
    void shouldEndTheCallsOfFuturesThatTheProgramForgot() {
        calls.await(new CompletableFuture<>(), calls.begin(1, 10));
        CompletableFuture<String> kept = new CompletableFuture<>();
        OpenCall awaited = calls.begin(1, 11);
        calls.await(kept, awaited);
        while (calls.notes().isEmpty()) {
            System.gc();
            calls.forget();
        }

        assertThat(calls.completed(kept)).isEqualTo(awaited);
        assertThat(calls.completed(kept)).isNull();
        assertThat(calls.end(awaited)).isTrue();
        assertThat(calls.none()).isTrue();
    }

    @Test
    void shouldEndTheEarlierCallThatReturnedTheSameFuture() {
        CompletableFuture<String> shared = new CompletableFuture<>();
        OpenCall later = calls.begin(1, 11);
        calls.await(shared, calls.begin(1, 10));
        calls.await(shared, later);

        assertThat(calls.completed(shared)).isEqualTo(later);
        assertThat(calls.end(later)).isTrue();
        assertThat(calls.none()).isTrue();
    }
}
