package io.straggler.agent.inside;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner.Typing;

/**
 * Code that is put around methods of the JDK and of event loops that hand work from thread to thread, and around
 * methods that return a future. Copied, as {@link CallAdvice} is.
 */
final class HandOverAdvice {
    private HandOverAdvice() {}

    /** Around a method whose call goes on after it has returned. */
    static final class Open {
        private Open() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static long enter(@MethodNumber int method) {
            return CallHook.enterOpen(method);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter long startNs, @Advice.Return(typing = Typing.DYNAMIC) Object returned) {
            try {
                CallHook.exitOpen(returned, startNs);
            } catch (Throwable e) {
                // The stack is full: a call would get no further.
                CallHook.UNENDED[(int) startNs & CallHook.PLACE] = startNs;
            }
        }
    }

    /** Around a method whose call begins when its request arrives, and is over when it returns. */
    static final class Arrived {
        private Arrived() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static long enter(@MethodNumber int method) {
            return CallHook.enterOpen(method);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter long startNs) {
            try {
                CallHook.exitArrived(startNs);
            } catch (Throwable e) {
                // The stack is full: a call would get no further.
                CallHook.UNENDED[(int) startNs & CallHook.PLACE] = startNs;
            }
        }
    }

    /** Behind a method by which a consumer of Kafka polls. */
    static final class Polled {
        private Polled() {}

        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit() {
            CallHook.exitPoll();
        }
    }

    /** Around a method that returns a reactive type, of which it returns another one. */
    static final class Reactive {
        private Reactive() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static long enter(@MethodNumber int method) {
            return CallHook.enterOpen(method);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(
                @Advice.Enter long startNs, @Advice.Return(readOnly = false, typing = Typing.DYNAMIC) Object returned) {
            try {
                returned = CallHook.exitReactive(returned, startNs);
            } catch (Throwable e) {
                // The stack is full: a call would get no further.
                CallHook.UNENDED[(int) startNs & CallHook.PLACE] = startNs;
            }
        }
    }

    /** Around a suspended function of Kotlin, which is given another continuation. */
    static final class Suspended {
        private Suspended() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static long enter(@MethodNumber int method, @LastArgument Object continuation) {
            Object completion = CallHook.completion(continuation);
            long startNs = CallHook.enterSuspended(completion, method);
            if (startNs != 0) {
                continuation = completion;
            }
            return startNs;
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(
                @Advice.Enter long startNs,
                @LastArgument Object continuation,
                @Advice.Return(typing = Typing.DYNAMIC) Object returned) {
            try {
                CallHook.exitSuspended(returned, continuation, startNs);
            } catch (Throwable e) {
                // The stack is full: a call would get no further.
                CallHook.UNENDED[(int) startNs & CallHook.PLACE] = startNs;
            }
        }
    }

    /** Around the method by which a coroutine is resumed. */
    static final class Resumed {
        private Resumed() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static long enter(@Advice.This Object continuation) {
            return CallHook.enterResumed(continuation);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(@Advice.Enter long begun) {
            if (begun != 0) {
                CallHook.exitHanded(begun);
            }
        }
    }

    /** Before a method by which a dispatcher is given a task, behind the context. */
    static final class Dispatched {
        private Dispatched() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.Argument(1) Object task) {
            CallHook.dispatch(task);
        }
    }

    /** Before a method by which a coroutine is delayed. */
    static final class Delayed {
        private Delayed() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.Argument(0) long forMs, @Advice.Argument(1) Object continuation) {
            CallHook.delay(continuation, forMs);
        }
    }

    /** Around a method by which somebody subscribes. */
    static final class Subscribes {
        private Subscribes() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static long enter() {
            return CallHook.enterSubscription();
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(@Advice.Enter long within) {
            if (within == 0) {
                CallHook.exitSubscription();
            }
        }
    }

    /** Around a method that is given a servlet's request, which may become asynchronous. */
    static final class Served {
        private Served() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static long enter(@MethodNumber int method) {
            return CallHook.enterOpen(method);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(
                @Advice.Enter long startNs, @Advice.Argument(0) Object request, @Advice.Thrown Throwable thrown) {
            try {
                // Behind an exception it is over: what else was known of the request no longer holds.
                CallHook.exitOpen(thrown == null ? request : thrown, startNs);
            } catch (Throwable e) {
                // The stack is full: a call would get no further.
                CallHook.UNENDED[(int) startNs & CallHook.PLACE] = startNs;
            }
        }
    }

    /** Around a method of Netty's handlers that is given the handler's context, and what was read. */
    static final class Read {
        private Read() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static long enter(@MethodNumber int method, @Advice.Argument(0) Object context) {
            return CallHook.enterAnswered(method, context);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(
                @Advice.Enter long startNs, @Advice.Argument(0) Object context, @Advice.Thrown Throwable thrown) {
            try {
                CallHook.exitOpen(thrown == null ? context : thrown, startNs);
            } catch (Throwable e) {
                // The stack is full: a call would get no further.
                CallHook.UNENDED[(int) startNs & CallHook.PLACE] = startNs;
            }
        }
    }

    /** Around a method of a listener of a gRPC call. */
    static final class Heard {
        private Heard() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static long enter(@MethodNumber int method, @Advice.This Object listener) {
            return CallHook.enterAnswered(method, listener);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter long startNs, @Advice.This Object listener, @Advice.Thrown Throwable thrown) {
            try {
                CallHook.exitOpen(thrown == null ? listener : thrown, startNs);
            } catch (Throwable e) {
                // The stack is full: a call would get no further.
                CallHook.UNENDED[(int) startNs & CallHook.PLACE] = startNs;
            }
        }
    }

    /** Before a method by which an answer is written, or a call closed. */
    static final class Answers {
        private Answers() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.This Object where) {
            CallHook.answer(where);
        }
    }

    /** Before a method that is given a key of the context of log lines, and its value. */
    static final class Logged {
        private Logged() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.Argument(0) Object key, @Advice.Argument(1) Object value) {
            CallHook.log(key, value);
        }
    }

    /** Before a method that is given a context of OpenTelemetry, which becomes the thread's. */
    static final class Traced {
        private Traced() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.Argument(0) Object context) {
            CallHook.trace(context);
        }
    }

    /** Around a method by which a thread asks a selector what is ready. */
    static final class Select {
        private Select() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter() {
            CallHook.enterSelect();
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit() {
            CallHook.exitSelect();
        }
    }

    /** Before a method of a pool that is given a task first. */
    static final class Submitted {
        private Submitted() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.Argument(0) Object task) {
            CallHook.submit(task);
        }
    }

    /** Before a method of a pool of the JDK that is given a task after something else. */
    static final class SubmittedSecond {
        private SubmittedSecond() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.Argument(1) Object task) {
            CallHook.submit(task);
        }
    }

    /** Before a method by which an object hands over itself. */
    static final class Itself {
        private Itself() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.This Object task) {
            CallHook.handOver(task);
        }
    }

    /** Behind a constructor of an object that waits for a future. */
    static final class Made {
        private Made() {}

        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.This Object dependent) {
            CallHook.handOver(dependent);
        }
    }

    /** Around a method by which an object begins what it was handed over for. */
    static final class Begun {
        private Begun() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static long enter(@Advice.This Object task) {
            return CallHook.enterHanded(task);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(@Advice.Enter long begun) {
            if (begun != 0) {
                CallHook.exitHanded(begun);
            }
        }
    }

    /** Around a method of a pool or an event loop that runs a task. */
    static final class Run {
        private Run() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static long enter(@Advice.Argument(0) Object task) {
            return CallHook.enterRunTask(task);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(@Advice.Enter long begun) {
            if (begun != 0) {
                CallHook.exitRunTask(begun);
            }
        }
    }

    /** Behind a method that completes a future, or ends a request. */
    static final class Completed {
        private Completed() {}

        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.This Object future) {
            CallHook.completed(future);
        }
    }
}
