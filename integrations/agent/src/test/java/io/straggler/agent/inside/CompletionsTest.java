package io.straggler.agent.inside;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.coroutines.jvm.internal.ContinuationImpl;
import kotlin.coroutines.jvm.internal.CoroutineStackFrame;
import kotlin.jvm.functions.Function2;
import kotlinx.coroutines.AbstractCoroutine;
import kotlinx.coroutines.CoroutineDispatcher;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.JobKt;
import kotlinx.coroutines.internal.DispatchedContinuation;
import kotlinx.coroutines.internal.ScopeCoroutine;
import org.junit.jupiter.api.Test;

class CompletionsTest {
    private final OpenCalls calls = new OpenCalls();
    private final Suspended suspended = new Suspended(calls);
    private final Queue queue = new Queue();

    /** Keeps what it is to run. */
    private static final class Queue extends CoroutineDispatcher {
        private final List<Runnable> tasks = new ArrayList<>();

        @Override
        public void dispatch(CoroutineContext context, Runnable task) {
            tasks.add(task);
        }
    }

    /** End of a coroutine. */
    private record End(CoroutineContext context) implements Continuation<Object> {
        @Override
        public CoroutineContext getContext() {
            return context;
        }

        @Override
        public void resumeWith(Object result) {}
    }

    /** State of a function, as the compiler makes it. */
    @SuppressWarnings("serial") // As Kotlin's are.
    private static final class State extends ContinuationImpl {
        private int label;

        private State(Continuation<Object> completion) {
            super(completion);
        }

        @Override
        protected Object invokeSuspend(Object result) {
            return result;
        }
    }

    /** State machine with another name for its state, as obfuscators give it. */
    @SuppressWarnings("serial") // As Kotlin's are.
    private static final class Renamed extends ContinuationImpl {
        private final int spilled = 1;
        private int state;

        private Renamed(Continuation<Object> completion) {
            super(completion);
        }

        @Override
        protected Object invokeSuspend(Object result) {
            return spilled;
        }
    }

    /** Coroutine within another one. */
    private static final class Child extends AbstractCoroutine<Object> {
        private Child(CoroutineContext parent) {
            super(parent, true, true);
        }
    }

    @SuppressWarnings("unchecked")
    private Continuation<Object> completion(Continuation<Object> of) throws Throwable {
        return (Continuation<Object>) Completions.of(of, suspended);
    }

    @Test
    void shouldHaveTheContextAndTheDispatcherOfWhatItStandsFor() throws Throwable {
        State caller = new State(new End(queue));

        Continuation<Object> completion = completion(caller);

        assertThat(completion.getContext()).isSameAs(caller.getContext()).isSameAs(queue);
        assertThat(((CoroutineStackFrame) completion).getCallerFrame()).isSameAs(caller);
        // Whoever resumes a function asks that class for its dispatcher.
        assertThat(((ContinuationImpl) completion).intercepted()).isInstanceOf(DispatchedContinuation.class);
        assertThat(Completions.suspended(completion)).isSameAs(suspended);
        assertThat(Completions.suspended(caller)).isNull();
    }

    @Test
    void shouldHaveNoDispatcherWhereWhatItStandsForHasNone() throws Throwable {
        Continuation<Object> completion = completion(new End(queue));

        assertThat(completion.getContext()).isSameAs(queue);
        assertThat(completion).isNotInstanceOf(ContinuationImpl.class);
        assertThat(Completions.of(new Object(), suspended)).isNull();
    }

    @Test
    void shouldTellAResumptionFromACall() throws Throwable {
        State state = new State(new End(EmptyCoroutineContext.INSTANCE));
        state.label = 1;
        assertThat(CoroutineFrames.resumes(state)).isFalse();

        state.label |= Integer.MIN_VALUE;
        assertThat(CoroutineFrames.resumes(state)).isTrue();
        assertThat(CoroutineFrames.resumes(completion(state))).isFalse();

        Renamed renamed = new Renamed(state);
        assertThat(CoroutineFrames.resumes(renamed)).isFalse();
        renamed.state = Integer.MIN_VALUE;
        assertThat(CoroutineFrames.resumes(renamed)).isTrue();
        assertThat(CoroutineFrames.tellsResumptions(renamed)).isTrue();
        assertThat(CoroutineFrames.resumes(new End(EmptyCoroutineContext.INSTANCE)))
                .isFalse();
    }

    @Test
    void shouldFindTheCallBelowFramesAndAboveScopes() throws Throwable {
        OpenCall call = calls.begin(0, 1);
        suspended.begins(call);
        State within = new State(new State(completion(new State(new End(queue)))));
        Child scope = new Child(queue.plus(JobKt.Job(null)));

        assertThat(CoroutineFrames.callOf(within, calls)).isSameAs(call);
        assertThat(CoroutineFrames.callOf(within, new OpenCalls())).isNull();
        assertThat(CoroutineFrames.callOf(new State(scope), calls)).isNull();

        // A coroutine whose scope a frame waits for.
        ScopeCoroutine<Object> waitedFor = new ScopeCoroutine<>(queue, within);
        Child child = new Child(queue.plus(waitedFor));
        child.start(CoroutineStart.DEFAULT, child, new Started());
        assertThat(CoroutineFrames.callOf(new State(child), calls)).isSameAs(call);
        assertThat(CoroutineFrames.isOfLibrary(queue.tasks.get(0))).isTrue();
        assertThat(CoroutineFrames.callOf(queue.tasks.get(0), calls)).isSameAs(call);

        calls.end(call);
        assertThat(CoroutineFrames.callOf(within, calls)).isNull();
    }

    /** Body of a coroutine. */
    private static final class Started implements Function2<Child, Continuation<? super Object>, Object> {
        @Override
        public Object invoke(Child scope, Continuation<? super Object> completion) {
            return scope;
        }
    }
}
