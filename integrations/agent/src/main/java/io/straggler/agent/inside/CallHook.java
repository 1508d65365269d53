package io.straggler.agent.inside;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongBinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.ObjLongConsumer;
import java.util.function.ToIntFunction;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/**
 * Where calls of instrumented methods arrive: the pattern of a class that {@link DefinedHook} makes of it, in a package that every class sees. So it may
 * name nothing but what the JDK has, and has no other class within.
 *
 * <p>It throws nothing, unless the stack is full, and does nothing while nobody observes. Threads: any.
 */
// Fields are null for nobody, but may have no annotation that the JDK lacks. Results are for the caller of enterOwnTask
// only.
@SuppressWarnings({"NullAway.Init", "ReturnValueIgnored"})
public final class CallHook {
    /** A call begins: returns when, on the clock of {@link System#nanoTime}, or 0 if it does not count. Null for nobody. */
    public static volatile LongSupplier begin;

    /** A call ends: is given the method's number, and what the other returned. Null for nobody. */
    public static volatile LongBinaryOperator end;

    /** A connection has prepared a statement: is given that, and its text. Null for nobody. */
    public static volatile BiConsumer<Object, Object> prepares;

    /** A statement of JDBC was executed: is given its text, or what was prepared, and returns its number, below 0 for none. Null for nobody. */
    public static volatile ToIntFunction<Object> statements;

    /** A thread of a pool begins a task: is given the task, and returns when, or 0 if it does not count. Null for nobody. */
    public static volatile ToLongFunction<Object> taskBegins;

    /** Hook of an object that runs itself, and may be no task of a pool, or on another thread. Null for none. */
    public static volatile ToLongFunction<Object> ownTaskBegins;

    /** A thread of a pool has ended its task, if it had one. Null for nobody. */
    public static volatile Runnable taskEnds;

    /** A task has run that {@link #taskBegins} returned this of. Null for nobody. */
    public static volatile LongConsumer runTaskEnds;

    /** A thread asks a selector what is ready. Null for nobody. */
    public static volatile Runnable selects;

    /** A selector has told a thread what is ready. Null for nobody. */
    public static volatile Runnable selected;

    /** A consumer of Kafka has polled. Null for nobody. */
    public static volatile Runnable polls;

    /** The thread's call goes on until an answer is written: is given what that will be known by. Null for nobody. */
    public static volatile Consumer<Object> awaitsAnswer;

    /** An answer is written: is given where. Null for nobody. */
    public static volatile Consumer<Object> answers;

    /** A call begins that may go on after its method has come back: is given the method's number, and returns when, or 0 if it does not count. Null for nobody. */
    public static volatile LongUnaryOperator openBegins;

    /**
     * Hook of the return of such a method: gets the returned value, a request that was passed, or the exception, and
     * the result of the other hook. Null for none.
     */
    public static volatile ObjLongConsumer<Object> openReturns;

    /** A method comes back that returns a reactive type: is given that, and what the other returned, and returns what the method is to return. Null for nobody. */
    public static volatile BiFunction<Object, Long, Object> reactiveReturns;

    /** A suspended function of Kotlin is called: is given its continuation, and returns the one that it is to have, or null if the call does not count. Null for nobody. */
    public static volatile UnaryOperator<Object> completions;

    /** A suspended function begins: is given what {@link #completions} returned, and the method's number, and returns when, or 0 if it does not count. Null for nobody. */
    public static volatile ToLongBiFunction<Object, Integer> suspendedBegins;

    /** A coroutine is resumed: is given its continuation, and returns what {@link #handedEnds} needs to know, or 0 if it does not count. Null for nobody. */
    public static volatile ToLongFunction<Object> resumes;

    /** A dispatcher is given a task. Null for nobody. */
    public static volatile Consumer<Object> dispatches;

    /** A coroutine is delayed: is given its continuation, and for how many milliseconds. Null for nobody. */
    public static volatile ObjLongConsumer<Object> delays;

    /** Somebody subscribes: returns 0 unless the thread works on a call already. Null for nobody. */
    public static volatile LongSupplier subscribes;

    /** Somebody has subscribed. Null for nobody. */
    public static volatile Runnable subscribed;

    /** Something is handed over, to be begun with later. Null for nobody. */
    public static volatile Consumer<Object> handsOver;

    /** A task is submitted to a pool of the JDK. Null for nobody. */
    public static volatile Consumer<Object> submits;

    /** Something is begun with that may have been handed over: returns what its end needs to know, or 0 if it does not count. Null for nobody. */
    public static volatile ToLongFunction<Object> handedBegins;

    /** It is ended: is given what the other returned. Null for nobody. */
    public static volatile LongConsumer handedEnds;

    /** A future is complete, or a request answered. Null for nobody. */
    public static volatile Consumer<Object> completes;

    /** Something is put into the context of log lines: is given its key and itself. Null for nobody. */
    public static volatile BiConsumer<Object, Object> logs;

    /** A context of OpenTelemetry becomes the thread's: is given that. Null for nobody. */
    public static volatile Consumer<Object> traces;

    /** A thread lets a parked one go on: is given that one. Null for nobody. */
    public static volatile Consumer<Thread> unparks;

    /** A virtual thread parks: is given for how long at most, in nanoseconds; or goes on behind that: is given 0. Null for nobody. */
    public static volatile LongConsumer parks;

    /**
     * The starts of calls that could not end because the stack was full, each where its last bits say: who finds that out can call nothing, and so cannot ask
     * which thread it is on.
     */
    public static final long[] UNENDED = new long[256];

    /** Which bits of a start say where. */
    public static final int PLACE = 255;

    /** Class of what a function of Kotlin returns when it is suspended. */
    private static final String SUSPENDED = "kotlin.coroutines.intrinsics.CoroutineSingletons";

    private CallHook() {}

    /** Called first by an instrumented method. */
    public static long enter() {
        LongSupplier hook = begin;
        return hook == null ? 0 : hook.getAsLong();
    }

    /** Called last by an instrumented method, with what {@link #enter} returned. */
    public static void exit(int method, long startNs) {
        LongBinaryOperator hook = end;
        if (startNs != 0 && hook != null) {
            hook.applyAsLong(method, startNs);
        }
    }

    /** Called last by a method that has executed a statement of JDBC, with what {@link #enter} returned, and the statement's text or what was prepared. */
    public static void exitStatement(int method, long startNs, Object known) {
        ToIntFunction<Object> hook = statements;
        int number = startNs == 0 || hook == null || known == null ? -1 : hook.applyAsInt(known);
        exit(number < 0 ? method : number, startNs);
    }

    /** Called by a connection that has prepared a statement. */
    public static void prepared(Object statement, Object sql) {
        BiConsumer<Object, Object> hook = prepares;
        if (hook != null && statement != null && sql != null) {
            hook.accept(statement, sql);
        }
    }

    /** Called by a thread of a pool that has got a task. */
    public static void enterTask(Object task) {
        ToLongFunction<Object> hook = taskBegins;
        if (hook != null) {
            hook.applyAsLong(task);
        }
    }

    /** Called by a thread that runs a task: returns what {@link #exitRunTask} needs to know, or 0 if the task does not count. */
    public static long enterRunTask(Object task) {
        ToLongFunction<Object> hook = taskBegins;
        return hook == null ? 0 : hook.applyAsLong(task);
    }

    /** Called behind a task, with what {@link #enterRunTask} returned. */
    public static void exitRunTask(long begun) {
        LongConsumer hook = runTaskEnds;
        if (hook != null) {
            hook.accept(begun);
        }
    }

    /** Called by a thread that asks a selector what is ready. */
    public static void enterSelect() {
        Runnable hook = selects;
        if (hook != null) {
            hook.run();
        }
    }

    /** Called by a thread that a selector has told what is ready. */
    public static void exitSelect() {
        Runnable hook = selected;
        if (hook != null) {
            hook.run();
        }
    }

    /** Called by a thread for which a consumer of Kafka has polled. */
    public static void exitPoll() {
        Runnable hook = polls;
        if (hook != null) {
            hook.run();
        }
    }

    /** Called first by an instrumented method whose calls go on until they are answered: with where the answer will be written. */
    public static long enterAnswered(int method, Object where) {
        long startNs = enterOpen(method);
        Consumer<Object> hook = awaitsAnswer;
        if (startNs != 0 && hook != null) {
            hook.accept(where);
        }
        return startNs;
    }

    /** Called by a thread that writes an answer: with where. */
    public static void answer(Object where) {
        Consumer<Object> hook = answers;
        if (hook != null) {
            hook.accept(where);
        }
    }

    /** Called by an object that may be a task, and runs itself: returns when it began, or 0 if it does not count. */
    public static long enterOwnTask(Object task) {
        ToLongFunction<Object> hook = ownTaskBegins;
        return hook == null ? 0 : hook.applyAsLong(task);
    }

    /** Called first by an instrumented method whose calls may go on. */
    public static long enterOpen(int method) {
        LongUnaryOperator hook = openBegins;
        return hook == null ? 0 : hook.applyAsLong(method);
    }

    /** Called last by such a method, with what {@link #enterOpen} returned. */
    public static void exitOpen(Object known, long startNs) {
        ObjLongConsumer<Object> hook = openReturns;
        if (startNs != 0 && hook != null) {
            hook.accept(known, startNs);
        }
    }

    /** Called last by a method whose call is over when it returns, with what {@link #enterOpen} returned. */
    public static void exitArrived(long startNs) {
        ObjLongConsumer<Object> hook = openReturns;
        if (startNs != 0 && hook != null) {
            hook.accept(null, startNs);
        }
    }

    /** Called last by a method that returns a reactive type, with what {@link #enterOpen} returned: returns what it is to return. */
    public static Object exitReactive(Object returned, long startNs) {
        BiFunction<Object, Long, Object> hook = reactiveReturns;
        return startNs == 0 || hook == null ? returned : hook.apply(returned, startNs);
    }

    /** Called first by a suspended function, with its continuation: returns the one that it is to have, or null if the call does not count. */
    @SuppressWarnings("NullAway") // For the advice only.
    public static Object completion(Object continuation) {
        UnaryOperator<Object> hook = completions;
        return hook == null || continuation == null ? null : hook.apply(continuation);
    }

    /** Called by a suspended function when it begins, with what {@link #completion} returned. */
    public static long enterSuspended(Object completion, int method) {
        ToLongBiFunction<Object, Integer> hook = suspendedBegins;
        return completion == null || hook == null ? 0 : hook.applyAsLong(completion, method);
    }

    /** Called last by a suspended function, with what it returns, its continuation and what {@link #enterSuspended} returned. */
    public static void exitSuspended(Object returned, Object completion, long startNs) {
        boolean suspended = returned != null && returned.getClass().getName().equals(SUSPENDED);
        exitOpen(suspended ? completion : returned, startNs);
    }

    /** Called by a thread that resumes a coroutine. */
    public static long enterResumed(Object continuation) {
        ToLongFunction<Object> hook = resumes;
        return hook == null ? 0 : hook.applyAsLong(continuation);
    }

    /** Called by a thread that gives a dispatcher a task. */
    public static void dispatch(Object task) {
        Consumer<Object> hook = dispatches;
        if (hook != null) {
            hook.accept(task);
        }
    }

    /** Called by a thread that delays a coroutine. */
    public static void delay(Object continuation, long forMs) {
        ObjLongConsumer<Object> hook = delays;
        if (hook != null) {
            hook.accept(continuation, forMs);
        }
    }

    /** Called by a thread that subscribes: returns 0 unless it works on a call already. */
    public static long enterSubscription() {
        LongSupplier hook = subscribes;
        return hook == null ? 1 : hook.getAsLong();
    }

    /** Called behind that, if {@link #enterSubscription} returned 0. */
    public static void exitSubscription() {
        Runnable hook = subscribed;
        if (hook != null) {
            hook.run();
        }
    }

    /** Called by a thread that hands something over. */
    public static void handOver(Object task) {
        Consumer<Object> hook = handsOver;
        if (hook != null) {
            hook.accept(task);
        }
    }

    /** Called by a thread that submits a task to a pool of the JDK. */
    public static void submit(Object task) {
        Consumer<Object> hook = submits;
        if (hook != null) {
            hook.accept(task);
        }
    }

    /** Called by a thread that begins with something that may have been handed over. */
    public static long enterHanded(Object task) {
        ToLongFunction<Object> hook = handedBegins;
        return hook == null ? 0 : hook.applyAsLong(task);
    }

    /** Called behind that, with what {@link #enterHanded} returned. */
    public static void exitHanded(long begun) {
        LongConsumer hook = handedEnds;
        if (hook != null) {
            hook.accept(begun);
        }
    }

    /** Called by a thread that has completed a future, or a request. */
    public static void completed(Object ended) {
        Consumer<Object> hook = completes;
        if (hook != null) {
            hook.accept(ended);
        }
    }

    /** Called by a thread that puts something into the context of its log lines. */
    public static void log(Object key, Object value) {
        BiConsumer<Object, Object> hook = logs;
        if (hook != null) {
            hook.accept(key, value);
        }
    }

    /** Called by a thread to which a context of OpenTelemetry is attached. */
    public static void trace(Object context) {
        Consumer<Object> hook = traces;
        if (hook != null && context != null) {
            hook.accept(context);
        }
    }

    /** Called by a thread that lets a parked one go on. */
    public static void unpark(Thread parked) {
        Consumer<Thread> hook = unparks;
        if (hook != null && parked != null) {
            hook.accept(parked);
        }
    }

    /** Called by a virtual thread that parks, with the most nanoseconds, and behind that, with 0. */
    public static void park(long forNs) {
        LongConsumer hook = parks;
        if (hook != null) {
            hook.accept(forNs);
        }
    }

    /** Called by a thread of a pool that asks for a task, or goes, and behind a task that ran itself and counts. */
    public static void exitTask() {
        Runnable hook = taskEnds;
        if (hook != null) {
            hook.run();
        }
    }
}
