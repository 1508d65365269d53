package io.straggler.agent.users;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import kotlin.ResultKt;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import kotlin.coroutines.jvm.internal.ContinuationImpl;
import kotlin.coroutines.jvm.internal.SuspendLambda;
import kotlin.jvm.functions.Function2;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CompletableDeferred;
import kotlinx.coroutines.CompletableDeferredKt;
import kotlinx.coroutines.CoroutineScope;
import kotlinx.coroutines.CoroutineScopeKt;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.Deferred;
import kotlinx.coroutines.DelayKt;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.ExecutorsKt;
import kotlinx.coroutines.GlobalScope;
import kotlinx.coroutines.Job;
import kotlinx.coroutines.TimeoutKt;

/** Runs errands in coroutines when a line on standard input asks for them: suspended functions and lambdas as Kotlin's compiler makes them. */
@SuppressWarnings("serial") // Kotlin's continuations are serializable.
public final class Errands {
    public static final long SLOW_MS = 40;

    /** Number of calls that a line with "several" runs at once, each time. */
    public static final int SEVERAL = 4;

    /** Call that "waiting" has begun last. */
    private static Job errand;

    /** Depth of the recursion of "repeated". */
    private static final int DEPTH = 3;

    private static final ExecutorService CARRIERS =
            Executors.newFixedThreadPool(2, task -> new Thread(task, "carrier"));
    private static final CoroutineContext CARRIED = ExecutorsKt.from(CARRIERS);

    /** Lets go on what "waiting" has begun. */
    private static final CompletableDeferred<Object> GATE = CompletableDeferredKt.CompletableDeferred(null);

    private Errands() {}

    /** Body of a suspended lambda, which suspends once at most. */
    interface Body {
        Object run(CoroutineScope scope, Continuation<Object> continuation);
    }

    /** Suspended lambda. */
    private static final class Piece extends SuspendLambda
            implements Function2<CoroutineScope, Continuation<? super Object>, Object> {
        private final Body body;
        private CoroutineScope scope;
        private int label;

        private Piece(Body body) {
            this(body, null);
        }

        private Piece(Body body, Continuation<Object> completion) {
            super(2, completion);
            this.body = body;
        }

        @Override
        @SuppressWarnings("unchecked")
        public Continuation<Unit> create(Object value, Continuation<?> completion) {
            Piece piece = new Piece(body, (Continuation<Object>) completion);
            piece.scope = (CoroutineScope) value;
            return (Continuation<Unit>) (Continuation<?>) piece;
        }

        @Override
        public Object invoke(CoroutineScope value, Continuation<? super Object> completion) {
            return ((Piece) (Continuation<?>) create(value, completion)).invokeSuspend(Unit.INSTANCE);
        }

        @Override
        protected Object invokeSuspend(Object result) {
            ResultKt.throwOnFailure(result);
            if (label == 1) {
                return result;
            }
            label = 1;
            return body.run(scope, this);
        }
    }

    /** State of {@link #run}. */
    private static final class Run extends ContinuationImpl {
        private String kind;
        private int depth;
        private Object result;
        private int label;

        private Run(Continuation<Object> completion) {
            super(completion);
        }

        @Override
        protected Object invokeSuspend(Object resumed) {
            result = resumed;
            label |= Integer.MIN_VALUE;
            return Errands.run(null, 0, this);
        }
    }

    /** State of {@link #order}. */
    private static final class Order extends ContinuationImpl {
        private Object result;
        private int label;

        private Order(Continuation<Object> completion) {
            super(completion);
        }

        @Override
        protected Object invokeSuspend(Object resumed) {
            result = resumed;
            label |= Integer.MIN_VALUE;
            return order(null, this);
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println("open");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        long calls = 0;
        long thrown = 0;
        long elsewhere = 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            for (int i = 0; i < Integer.parseInt(words[1]); i++) {
                calls++;
                try {
                    Object thread = inCoroutine((scope, continuation) -> switch (words[0]) {
                        case "several" -> several(scope);
                        case "waiting" -> waiting();
                        case "released" -> released();
                        default -> order(words[0], continuation);
                    });
                    elsewhere += thread.equals(Thread.currentThread().getName()) ? 0 : 1;
                } catch (IllegalStateException e) {
                    thrown++;
                }
            }
            // Calls that came back on another thread count as failed.
            System.out.println("calls " + calls + " slow " + thrown + " failed " + elsewhere);
        }
        CARRIERS.shutdown();
        System.out.println("closed");
    }

    private static Object inCoroutine(Body body) throws InterruptedException {
        return BuildersKt.runBlocking(EmptyCoroutineContext.INSTANCE, new Piece(body));
    }

    private static Object several(CoroutineScope scope) {
        for (int i = 0; i < SEVERAL; i++) {
            BuildersKt.launch(
                    scope,
                    Dispatchers.getDefault(),
                    CoroutineStart.DEFAULT,
                    unit((any, continuation) -> order("delayed", continuation)));
        }
        return Thread.currentThread().getName();
    }

    /** Begins one that goes on by itself. */
    private static Object waiting() {
        errand = BuildersKt.launch(
                GlobalScope.INSTANCE,
                Dispatchers.getUnconfined(),
                CoroutineStart.DEFAULT,
                unit((any, continuation) -> run("waiting", 0, continuation)));
        return Thread.currentThread().getName();
    }

    private static Object released() {
        GATE.complete("released");
        if (!errand.isCompleted()) {
            throw new AssertionError("whoever opens the gate runs what waits there");
        }
        return Thread.currentThread().getName();
    }

    @SuppressWarnings("unchecked")
    private static <T> Function2<CoroutineScope, Continuation<? super T>, Object> unit(Body body) {
        return (Function2<CoroutineScope, Continuation<? super T>, Object>) (Function2<?, ?, ?>) new Piece(body);
    }

    /** Returns the name of the thread that it comes back on. */
    static Object order(String kind, Continuation<Object> completion) {
        Order own;
        if (completion instanceof Order && (((Order) completion).label & Integer.MIN_VALUE) != 0) {
            own = (Order) completion;
            own.label -= Integer.MIN_VALUE;
        } else {
            own = new Order(completion);
        }
        ResultKt.throwOnFailure(own.result == null ? Unit.INSTANCE : own.result);
        if (own.label == 0) {
            own.label = 1;
            Object done = kind.equals("carried") ? carry(own) : run(kind, DEPTH, own);
            if (done == IntrinsicsKt.getCOROUTINE_SUSPENDED()) {
                return done;
            }
        }
        return Thread.currentThread().getName();
    }

    /** Suspends at its end only, and so has no state of its own. */
    static Object carry(Continuation<Object> completion) {
        return BuildersKt.withContext(CARRIED, new Piece((scope, continuation) -> lift()), completion);
    }

    /** Several ways to be slow, by the kind that is asked for. */
    static Object run(String kind, int depth, Continuation<Object> completion) {
        Run own;
        if (completion instanceof Run && (((Run) completion).label & Integer.MIN_VALUE) != 0) {
            own = (Run) completion;
            own.label -= Integer.MIN_VALUE;
        } else {
            own = new Run(completion);
        }
        ResultKt.throwOnFailure(own.result == null ? Unit.INSTANCE : own.result);
        if (own.label == 0) {
            own.kind = kind;
            own.depth = depth;
            own.label = 1;
            Object begun = begin(kind, own);
            if (begun == IntrinsicsKt.getCOROUTINE_SUSPENDED()) {
                return begun;
            }
        }
        if (own.kind.equals("failed")) {
            throw refused();
        }
        if (own.kind.equals("repeated") && own.label == 1 && own.depth > 1) {
            own.label = 2;
            Object repeated = run(own.kind, own.depth - 1, own);
            if (repeated == IntrinsicsKt.getCOROUTINE_SUSPENDED()) {
                return repeated;
            }
        }
        return own.kind;
    }

    private static Object begin(String kind, Continuation<Object> own) {
        return switch (kind) {
            case "delayed" -> DelayKt.delay(SLOW_MS, unit(own));
            case "waiting" -> GATE.await(own);
            case "repeated" -> DelayKt.delay(SLOW_MS / DEPTH + 1, unit(own));
            case "failed" -> DelayKt.delay(1, unit(own));
            case "fetched" ->
                BuildersKt.withContext(Dispatchers.getIO(), new Piece((scope, continuation) -> fetch()), own);
            case "forked" -> CoroutineScopeKt.coroutineScope(new Piece(Errands::fork), own);
            case "cancelled" ->
                TimeoutKt.withTimeout(
                        SLOW_MS,
                        new Piece((scope, continuation) -> DelayKt.delay(100 * SLOW_MS, unit(continuation))),
                        own);
            default -> kind;
        };
    }

    @SuppressWarnings("unchecked")
    private static Continuation<Unit> unit(Continuation<Object> continuation) {
        return (Continuation<Unit>) (Continuation<?>) continuation;
    }

    /** Waits for another coroutine, which is delayed before it works. */
    private static Object fork(CoroutineScope scope, Continuation<Object> continuation) {
        Deferred<Object> forked = BuildersKt.async(
                scope, Dispatchers.getDefault(), CoroutineStart.DEFAULT, new Piece((own, inner) -> pack(inner)));
        return forked.await(continuation);
    }

    private static Object pack(Continuation<Object> completion) {
        Pack own = new Pack(completion);
        return DelayKt.delay(1, unit(own));
    }

    /** Goes on behind a delay. */
    private static final class Pack extends ContinuationImpl {
        private Pack(Continuation<Object> completion) {
            super(completion);
        }

        @Override
        protected Object invokeSuspend(Object result) {
            return wrap();
        }
    }

    private static Object fetch() {
        return slowly();
    }

    private static Object lift() {
        return slowly();
    }

    private static Object wrap() {
        return slowly();
    }

    private static IllegalStateException refused() {
        slowly();
        return new IllegalStateException("closed");
    }

    private static Object slowly() {
        try {
            Thread.sleep(SLOW_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "done";
    }
}
